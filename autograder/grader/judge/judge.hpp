#pragma once

#include "grader/launch/launch.hpp"
#include "grader/manifest/exercise.hpp"
#include "grader/verdict/verdict.hpp"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace brigade::grader {

/// One launch of the student's program and one of the solution's, at one size, with one seed.
struct Pair {
  int size = 0; ///< ranks; of a pure exercise 0, its records carry their sizes
  const LaunchResult *student = nullptr;
  const LaunchResult *solution = nullptr;
};

/// Compares what both wrote down, TEST by TEST and size by size: values, shapes and who holds what,
/// traffic, memory, the virtual clock, what must be the same at every size, and the exercise's own
/// judge where it has one; names the pattern of a mistake where one fits.
struct Judgement {
  std::vector<TestRun> runs;     ///< every TEST at every size that was to run
  std::vector<Finding> findings; ///< most important first
};
Judgement judge(const Exercise &exercise, const std::vector<Pair> &pairs);

/// Points of each TEST: a third for each of n = 1 … is never earned alone: the sizes that divide
/// and those that do not earn half each (all where an exercise has only one kind); a mandatory TEST
/// that fails takes all.
std::vector<TestResult> award(const Exercise &exercise, const std::vector<TestRun> &runs);

/// What judge.cpp of an exercise defines, where several answers are right: called for each TEST and
/// size with the records of all ranks of the student's launch and of the solution's. Returns what
/// is wrong.
using ExerciseJudge = std::vector<Finding> (*)(const std::vector<records::TestRecords> &student,
                                               const std::vector<records::TestRecords> &solution);
/// In judge.cpp: `static const RegisterJudge judge("mesh.device-order", check);` In its TESTs the
/// usual comparison of values is left out.
struct RegisterJudge {
  RegisterJudge(const char *id, ExerciseJudge judge);
};

} // namespace brigade::grader
