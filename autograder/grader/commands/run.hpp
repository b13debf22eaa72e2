#pragma once

#include "grader/commands/session.hpp"
#include "grader/report/report.hpp"
#include "grader/verdict/verdict.hpp"

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace brigade::grader {

struct RunOptions {
  std::string word; ///< what Course::select takes; empty: the whole course
  GradeOptions grade;
  // Files to write after each exercise; "-" is standard output, where one of them can go, and then
  // nothing else does; empty: none.
  std::string json, gradescope, junit, exercism;
  std::vector<std::string> notes;   ///< about the submission, for the reports
  std::vector<std::string> missing; ///< files of the exercises that the submission does not hold
  std::string hidden;             ///< a file of checks that students do not see, or empty
  Detail detail = Detail::full;
  bool only_failed = false;
  bool sandbox = false;
  bool asan = false;
  bool debug = false; ///< a debugger in place of a verdict: commands/debug.hpp
  int rank = 0;       ///< that it looks at

  /// Does a report go there? Throws InputError where two do.
  bool reports_to_standard_output() const;
  /// Part of an exercise: what comes of it is no progress.
  bool is_partial() const { return !grade.ranks.empty() || !grade.tests.empty(); }
};

/// Grades what the options name and says how it went: one exercise in full, of several a line each
/// and a table. Results are written after each, so that an interrupted run leaves a valid report.
Report run(Session &session, const RunOptions &options);

/// Where reports go, how much they tell, and hidden checks.
void add_report_options(CLI::App &command, RunOptions &options);

/// Notes in the student's progress what an exercise reached; a worse run or a grader fault takes
/// nothing away.
void note_progress(Session &session, const ExerciseResult &result);

} // namespace brigade::grader
