#pragma once

#include "grader/launch/launch.hpp"
#include "grader/manifest/exercise.hpp"
#include "grader/verdict/verdict.hpp"

#include <string>
#include <vector>

namespace brigade::grader {

/// One launch of the student's program and one of the solution's, at one size, with one seed.
/// Several pairs of one size are several launches of the student's program (after an exception the
/// other TESTs run in a new one): together they hold the TESTs, and a TEST counts where it was
/// finished.
struct Pair {
  int size = 0; ///< ranks; of a pure exercise 0, its records carry their sizes
  const LaunchResult *student = nullptr;
  const LaunchResult *solution = nullptr;
  /// The student's launch is the second pass, with synchronous sends: only how it ended is looked
  /// at, and a hang there is a program that needs its sends buffered.
  bool synchronous = false;
  /// TESTs of the solution's that the student's program was not asked for at this size, since they
  /// did not come to their end at another one: their runs are `skipped`.
  std::vector<std::string> left_out = {};
};

/// Compares what both wrote down, TEST by TEST and size by size: values, shapes and who holds what,
/// traffic, memory, the virtual clock, what must be the same at every size, and the exercise's own
/// judge where it has one; names the pattern of a mistake where one fits.
struct Judgement {
  std::vector<TestRun> runs; ///< every TEST of the solution's launches, at every size of them
  /// Most important first: the gravest; of those equally grave on ranks n > 1 before n = 1, and
  /// then the fewest ranks. Where that one has no pattern, but one of the same TEST at another n >
  /// 1 has, that one is the first. Without ranks the order of the TESTs goes before all that.
  std::vector<Finding> findings;
};
Judgement judge(const Exercise &exercise, const std::vector<Pair> &pairs);

/// Points of each TEST of exercise.points. The sizes above 1 fall into those that divide what is
/// cut and those that do not (TestRun::divides). Each of the two earns half (all, where there is
/// only one), and only if each of its runs passes. n = 1 goes with those that divide; it earns
/// nothing by itself, unless it is the only size that the exercise has. A TEST that was not run at
/// each size of the exercise (or of its phase) earns nothing: run the others without a TEST that
/// hung. A mandatory TEST that does not earn all its points takes all points of the exercise.
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
