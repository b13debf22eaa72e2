#pragma once

#include "grader/verdict/verdict.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace brigade::grader {

/// What the first lines of a file of the museum ask of the grader:
///   // expect: wrong communication; words: all_gather, rank 2
///   // needs: sandbox
struct Expectation {
  VerdictKind kind = VerdictKind::wrong;
  std::vector<std::string> words; ///< each stands in what is told, in capitals or not
  bool needs_sandbox = false;
};

/// Throws InputError naming the file where the line is missing or names no verdict.
Expectation read_expectation(const std::filesystem::path &file);

/// What a verdict says of the fault itself: sentence, place, cause, details and notes. Not the
/// names that stand in every verdict on the exercise: its title, its id, the table of its TESTs.
std::string told_of_fault(const ExerciseResult &result);

/// What is wrong with a verdict, or nothing. Words that stand in every verdict on the exercise, and
/// so ask nothing, are wrong too.
std::optional<std::string> difference(const Expectation &expected, const ExerciseResult &result);

} // namespace brigade::grader
