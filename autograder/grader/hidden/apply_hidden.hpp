#pragma once

#include "grader/grade/grade.hpp"
#include "grader/hidden/hidden_checks.hpp"

#include <filesystem>
#include <vector>

namespace brigade::grader {

/// Grades once more for each seed of the checks that are meant for this exercise. A TEST keeps the
/// smaller part of its points; what fails is told by the check's `about` and the TEST's name,
/// without seeds, and a note says how many checks there are and what they are about. A fault of the
/// grader in one of them is the exercise's verdict, and no points are left: it was not graded as a
/// whole. Where the public checks found nothing to run (not started, does not compile), nothing is
/// run here either.
void apply_hidden(const std::vector<HiddenCheck> &checks, const Exercise &exercise,
                  const std::filesystem::path &folder, const std::filesystem::path &scratch,
                  const GradeOptions &options, ExerciseResult &result);

} // namespace brigade::grader
