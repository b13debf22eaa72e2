#include "grader/batch/keep_results.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace brigade::grader {
namespace {

bool is_fault(const ExerciseResult &result) { return result.kind == VerdictKind::grader_fault; }

std::string name_fault(const ExerciseResult &result) {
  return fmt::format("{} {}: {}{}", result.number, result.id, to_string(result.kind),
                     result.findings.empty() ? ""
                                             : fmt::format(" ({})", result.findings[0].sentence));
}

} // namespace

bool has_fault(const Report &report) { return std::ranges::any_of(report.exercises, is_fault); }

std::vector<std::string> keep_results(const Report &before, const std::vector<std::string> &ids,
                                      Report &now) {
  std::vector<std::string> notes;
  std::vector<ExerciseResult> exercises;
  for (const std::string &id : ids) {
    const ExerciseResult *result = now.find(id), *stored = before.find(id);
    const bool is_kept =
        (result == nullptr || is_fault(*result)) && stored != nullptr && !is_fault(*stored);
    if (result != nullptr && is_fault(*result))
      notes.push_back(name_fault(*result) +
                      (is_kept ? "; the result of the grading before stands" : ""));
    else if (is_kept)
      notes.push_back(fmt::format("{} {}: was not graded again; the result of the grading before "
                                  "stands",
                                  stored->number, stored->id));
    if (is_kept)
      result = stored;
    if (result != nullptr)
      exercises.push_back(*result);
  }
  now.exercises = std::move(exercises);
  return notes;
}

} // namespace brigade::grader
