#pragma once

#include "grader/launch/launch.hpp"
#include "grader/manifest/exercise.hpp"
#include "grader/verdict/verdict.hpp"

#include <filesystem>
#include <functional>

namespace brigade::grader {

/// Runs the exercise's own trial.cpp, linked without any file of a student's, at the exercise's
/// first rank count (or size). Called at most once, and only where an answer is compared with what
/// is measured.
using Measure = std::function<LaunchResult()>;

/// Grades answers.txt in `folder` by the exercise's questions.toml and solution.toml; no student
/// code is run. Fills in id, number, title, chapter, kind, points, of, bonus, tests (one a
/// question), findings, notes and compile_failure; all else is the caller's. Never throws for what
/// the student wrote.
///
/// - no answer at all: not started; a line that cannot be read: that, with the line and what would
///   work; all right: pass; else wrong
/// - a wrong answer is told with the reason against it, a right one with its reason in the notes
/// - a predicted number stands beside the measured one; a measurement that fails is a grader fault
ExerciseResult grade_answers(const Exercise &exercise, const std::filesystem::path &folder,
                             const Measure &measure);

} // namespace brigade::grader
