#include "grader/verdict/verdict.hpp"

#include <algorithm>

namespace brigade::grader {

std::string_view to_string(VerdictKind kind) {
  switch (kind) {
  case VerdictKind::pass:
    return "pass";
  case VerdictKind::wrong:
    return "wrong";
  case VerdictKind::wrong_communication:
    return "wrong communication";
  case VerdictKind::hung:
    return "hung";
  case VerdictKind::crashed:
    return "crashed";
  case VerdictKind::over_limit:
    return "over the limit";
  case VerdictKind::not_started:
    return "not started";
  case VerdictKind::does_not_compile:
    return "does not compile";
  case VerdictKind::unreadable:
    return "cannot be read";
  case VerdictKind::skipped:
    return "skipped";
  case VerdictKind::grader_fault:
    return "grader fault";
  }
  return "?";
}

int gravity(VerdictKind kind) {
  switch (kind) {
  case VerdictKind::does_not_compile:
  case VerdictKind::unreadable:
    return 9;
  case VerdictKind::not_started:
    return 8;
  case VerdictKind::over_limit:
    return 7;
  case VerdictKind::crashed:
    return 6;
  case VerdictKind::hung:
    return 5;
  case VerdictKind::wrong:
    return 4;
  case VerdictKind::wrong_communication:
    return 3;
  case VerdictKind::grader_fault:
    return 2;
  case VerdictKind::skipped:
    return 1;
  case VerdictKind::pass:
    return 0;
  }
  return 0;
}

VerdictKind overall(const std::vector<Finding> &findings, const std::vector<TestRun> &runs) {
  if (!findings.empty())
    return findings.front().kind;
  VerdictKind kind = VerdictKind::pass;
  for (const TestRun &run : runs)
    if (gravity(run.kind) > gravity(kind))
      kind = run.kind;
  return kind;
}

double Report::points() const {
  double sum = 0;
  for (const ExerciseResult &exercise : exercises)
    sum += exercise.points;
  return sum;
}

double Report::of() const {
  double sum = 0;
  for (const ExerciseResult &exercise : exercises)
    if (!exercise.bonus)
      sum += exercise.of;
  return sum;
}

const ExerciseResult *Report::find(std::string_view id) const {
  const auto found = std::ranges::find(exercises, id, &ExerciseResult::id);
  return found == exercises.end() ? nullptr : &*found;
}

} // namespace brigade::grader
