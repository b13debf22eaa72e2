#pragma once

#include "grader/commands/session.hpp"
#include "grader/verdict/verdict.hpp"

#include <string>

namespace brigade::grader {

struct RunOptions {
  std::string word; ///< id, number, chapter; empty: the whole course
  GradeOptions grade;
  std::string json; ///< a file, "-" for standard output, empty: none
  bool only_failed = false;
  bool sandbox = false;
  bool asan = false;

  /// Part of an exercise: what comes of it is no progress.
  bool is_partial() const { return !grade.ranks.empty() || !grade.tests.empty(); }
};

/// Grades what the options name and says how it went: one exercise in full, of several a line each
/// and a table. Results are written after each, so that an interrupted run leaves a valid report.
Report run(Session &session, const RunOptions &options);

/// Notes in the student's progress what an exercise reached; a worse run or a grader fault takes
/// nothing away.
void note_progress(Session &session, const ExerciseResult &result);

} // namespace brigade::grader
