#include "grader/judge/exercise_judges.hpp"

#include <map>

namespace brigade::grader {
namespace {

std::map<std::string, ExerciseJudge> &registered() {
  static std::map<std::string, ExerciseJudge> judges; // made before the first one registers
  return judges;
}

} // namespace

RegisterJudge::RegisterJudge(const char *id, ExerciseJudge judge) { registered()[id] = judge; }

ExerciseJudge judge_of_exercise(const std::string &id) {
  const auto found = registered().find(id);
  return found == registered().end() ? nullptr : found->second;
}

} // namespace brigade::grader
