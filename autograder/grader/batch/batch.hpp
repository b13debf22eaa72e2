#pragma once

#include "grader/batch/student_result.hpp"
#include "grader/manifest/exercise.hpp"

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace brigade::grader {

struct BatchOptions {
  std::filesystem::path submissions, out;
  std::string word; ///< what is graded, as Course::select takes it; empty: the whole course
  int jobs = 1;
  std::filesystem::path hidden; ///< an instructor's checks, or empty
  bool sandbox = true;
  std::uint64_t seed = 1;
  std::function<void(std::string_view)> progress; ///< may be empty
};

struct BatchOutcome {
  std::vector<StudentResult> results; ///< by student
  std::vector<Change> changes;        ///< since the last time that `out` was written
  int graded = 0;                     ///< students graded now
  int due = 0;                        ///< students to grade: `graded`, unless it was interrupted
  int kept = 0;                       ///< students whose results of the last time still stand
  int unfinished = 0;                 ///< students of `graded` of whom the next run may grade more
  std::map<std::string, std::string> skipped; ///< exercises that this build cannot grade, and why
  int interrupted_by = 0;             ///< a signal, or 0
};

/// Grades every submission, `jobs` at a time, each in a process of its own. Below `out`:
///   results.csv, index.html, changes.csv
///   batch.lock (held while a batch writes)
///   students/<folder>/report.json, work/<topic>/<name>/… (what was graded)
///   students/<folder>/verdict.txt (verdict_text)
///   students/<folder>/grader.txt (what a grader that failed has said; else there is none)
///   students/<folder>/student (the name)
///   similarity/<exercise>/<folder>/… (one folder an exercise, as similarity checkers read them; of
///   files that are no longer as they were given out)
/// What stands there from an earlier run and was made from the same files, exercises, checks and
/// grader is kept; so a run that was interrupted or killed goes on where it was, and after a change
/// of the course only what it touches is graded anew. Where the grader itself fails, the result
/// from before stands, with a note, and the student is graded again by the next run; so is one with
/// an exercise that this build cannot grade. Of alike names, who gets which folder depends on who
/// else has handed in: what another student's grading left in a folder is removed. Throws
/// InputError where another batch writes below `out`.
BatchOutcome grade_batch(const Course &course, const BatchOptions &options);

} // namespace brigade::grader
