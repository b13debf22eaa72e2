#pragma once

#include "grader/verdict/verdict.hpp"

#include <string>
#include <vector>

namespace brigade::grader {

/// One student of a batch, graded.
struct StudentResult {
  std::string student; ///< as people read it
  std::string folder;  ///< below students/
  bool is_late = false;
  std::vector<std::string> taken;   ///< files, and what in the submission each was taken from
  std::vector<std::string> missing; ///< files that were not handed in
  std::vector<std::string> notes;   ///< what the intake left out or mended
  Report report;
};

/// The exercises of all students, in the first order in which they come.
std::vector<std::string> ids_of(const std::vector<StudentResult> &results);
/// Was each of these exercises graded? Where one was not, the sum of the others is no score.
bool is_graded(const Report &report, const std::vector<std::string> &ids);
/// The sandbox's level in words, each once where exercises were graded at several.
std::string sandboxes_of(const Report &report);

/// One exercise of one student that a regrade sees otherwise than the grading before it.
struct Change {
  std::string student, exercise;
  std::string before, after; ///< "wrong, 10 of 20"
};
std::vector<Change> changes_between(const StudentResult &before, const StudentResult &after);

/// A line a student, a column an exercise (points), then total, of, verdicts, files that are
/// missing, notes and the sandbox's level. Points are empty, not 0, where an exercise was not
/// graded, and so is the total then. RFC 4180.
std::string results_csv(const std::vector<StudentResult> &results);
std::string changes_csv(const std::vector<Change> &changes);
/// One HTML page without any other file: points as a histogram, each exercise's verdicts, the
/// students, the notes. Follows dark mode.
std::string summary_page(const std::vector<StudentResult> &results,
                         const std::vector<Change> &changes);

} // namespace brigade::grader
