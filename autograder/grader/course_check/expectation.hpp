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
  std::vector<std::string>
      words; ///< each stands in the verdict as it is printed, in capitals or not
  bool needs_sandbox = false;
};

/// Throws InputError naming the file where the line is missing or names no verdict.
Expectation read_expectation(const std::filesystem::path &file);

/// What is wrong with a verdict, or nothing.
std::optional<std::string> difference(const Expectation &expected, VerdictKind kind,
                                      const std::string &printed);

} // namespace brigade::grader
