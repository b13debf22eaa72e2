#include "grader/batch/keep_results.hpp"

#include "grader/verdict/is_graded.hpp"

#include <fmt/format.h>

#include <utility>

namespace brigade::grader {
namespace {

std::string name_reason(const ExerciseResult &result) {
  return fmt::format("{} {}: {}{}", result.number, result.id, to_string(result.kind),
                     result.findings.empty() ? ""
                                             : fmt::format(" ({})", result.findings[0].sentence));
}

} // namespace

std::vector<std::string> keep_results(const Report &before, const std::vector<std::string> &ids,
                                      Report &now) {
  std::vector<std::string> notes;
  std::vector<ExerciseResult> exercises;
  for (const std::string &id : ids) {
    const ExerciseResult *result = now.find(id), *stored = before.find(id);
    const bool is_kept =
        (result == nullptr || !is_graded(*result)) && stored != nullptr && is_graded(*stored);
    if (result != nullptr && !is_graded(*result))
      notes.push_back(name_reason(*result) +
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
