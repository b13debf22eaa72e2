#include "grader/batch/student_result.hpp"
#include "grader/verdict/is_graded.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace brigade::grader {
namespace {

/// A field of RFC 4180. A spreadsheet runs what begins with = + - @ as a formula, so such a text
/// (never a number of ours) gets an apostrophe.
std::string field(std::string text) {
  if (!text.empty() && std::string_view("=+-@\t\r").find(text.front()) != std::string_view::npos)
    text.insert(0, "'");
  if (text.find_first_of(",\"\r\n") == std::string::npos)
    return text;
  std::string quoted = "\"";
  for (const char c : text)
    quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + '"';
}

std::string line(const std::vector<std::string> &fields) {
  std::string text;
  for (std::size_t i = 0; i < fields.size(); ++i)
    text += (i ? "," : "") + field(fields[i]);
  return text + "\r\n";
}

std::string verdict_and_points(const ExerciseResult &result) {
  return fmt::format("{}, {:g} of {:g}", to_string(result.kind), result.points, result.of);
}

} // namespace

std::vector<Change> changes_between(const StudentResult &before, const StudentResult &after) {
  std::vector<Change> changes;
  for (const ExerciseResult &now : after.report.exercises) {
    const ExerciseResult *then = before.report.find(now.id);
    const std::string was = then ? verdict_and_points(*then) : "not graded";
    if (was != verdict_and_points(now))
      changes.push_back({after.student, now.id, was, verdict_and_points(now)});
  }
  return changes;
}

std::string results_csv(const std::vector<StudentResult> &results) {
  const std::vector<std::string> ids = ids_of(results);
  std::vector<std::string> head{"student", "late"};
  head.insert(head.end(), ids.begin(), ids.end());
  for (const char *column : {"points", "of", "verdicts", "missing", "notes", "sandbox"})
    head.emplace_back(column);
  std::string csv = line(head);
  for (const StudentResult &result : results) {
    std::vector<std::string> fields{result.student, result.is_late ? "late" : ""};
    std::string verdicts;
    for (const std::string &id : ids) {
      const ExerciseResult *exercise = result.report.find(id);
      fields.push_back(exercise && is_graded(*exercise) ? fmt::format("{:g}", exercise->points)
                                                        : "");
      verdicts += fmt::format("{}{}", verdicts.empty() ? "" : "; ",
                              exercise ? to_string(exercise->kind) : "not graded");
    }
    fields.push_back(is_graded(result.report, ids) ? fmt::format("{:g}", result.report.points())
                                                   : "");
    fields.push_back(fmt::format("{:g}", result.report.of()));
    fields.push_back(verdicts);
    fields.push_back(fmt::format("{}", fmt::join(result.missing, "; ")));
    fields.push_back(fmt::format("{}", fmt::join(result.notes, "; ")));
    fields.push_back(sandboxes_of(result.report));
    csv += line(fields);
  }
  return csv;
}

std::string changes_csv(const std::vector<Change> &changes) {
  std::string csv = line({"student", "exercise", "before", "after"});
  for (const Change &change : changes)
    csv += line({change.student, change.exercise, change.before, change.after});
  return csv;
}

} // namespace brigade::grader
