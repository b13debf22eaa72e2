#include "grader/batch/student_result.hpp"

#include "grader/verdict/is_graded.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace brigade::grader {
namespace {

void add_once(std::string text, std::vector<std::string> &texts) {
  if (std::ranges::find(texts, text) == texts.end())
    texts.push_back(std::move(text));
}

} // namespace

std::vector<std::string> ids_of(const std::vector<StudentResult> &results) {
  std::vector<std::string> ids;
  for (const StudentResult &result : results)
    for (const ExerciseResult &exercise : result.report.exercises)
      add_once(exercise.id, ids);
  return ids;
}

bool is_graded(const Report &report, const std::vector<std::string> &ids) {
  return !ids.empty() && std::ranges::all_of(ids, [&](const std::string &id) {
    const ExerciseResult *exercise = report.find(id);
    return exercise != nullptr && is_graded(*exercise);
  });
}

std::string sandboxes_of(const Report &report) {
  std::vector<std::string> levels;
  for (const ExerciseResult &exercise : report.exercises)
    add_once(exercise.sandbox, levels);
  return fmt::format("{}", fmt::join(levels, "; "));
}

} // namespace brigade::grader
