#include "grader/hidden/apply_hidden.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace brigade::grader {
namespace {

/// The TESTs of a run that did not pass.
std::vector<std::string> failed_tests(const ExerciseResult &result) {
  std::vector<std::string> names;
  for (const TestResult &test : result.tests)
    if (std::ranges::any_of(test.runs,
                            [](const TestRun &run) { return run.kind != VerdictKind::pass; }))
      names.push_back(test.test);
  return names;
}

void keep_smaller_points(const ExerciseResult &hidden, ExerciseResult &result) {
  for (TestResult &test : result.tests)
    for (const TestResult &other : hidden.tests)
      if (other.test == test.test)
        test.points = std::min(test.points, other.points);
  result.points = 0;
  for (const TestResult &test : result.tests)
    result.points += test.points;
}

} // namespace

void apply_hidden(const std::vector<HiddenCheck> &checks, const Exercise &exercise,
                  const std::filesystem::path &folder, const std::filesystem::path &scratch,
                  const GradeOptions &options, ExerciseResult &result) {
  if (exercise.kind == ExerciseKind::answers || result.kind == VerdictKind::not_started ||
      result.kind == VerdictKind::does_not_compile || result.kind == VerdictKind::grader_fault)
    return;
  int tried = 0;
  for (const HiddenCheck &check : hidden_checks_of(checks, exercise)) {
    std::set<std::string> failed;
    VerdictKind kind = VerdictKind::pass;
    for (const std::uint64_t seed : check.seeds) {
      GradeOptions other = options;
      other.seed = seed;
      other.ranks = check.sizes;
      const ExerciseResult hidden = grade(exercise, folder, scratch, other);
      ++tried;
      if (hidden.kind == VerdictKind::pass || hidden.kind == VerdictKind::grader_fault)
        continue;
      kind = hidden.kind;
      keep_smaller_points(hidden, result);
      for (std::string &name : failed_tests(hidden))
        failed.insert(std::move(name));
    }
    if (kind == VerdictKind::pass)
      continue;
    Finding finding;
    finding.kind = kind;
    finding.sentence = fmt::format("A hidden check, {}, ends '{}' in {}.", check.about,
                                   to_string(kind), fmt::join(failed, ", "));
    result.findings.push_back(finding);
    if (result.kind == VerdictKind::pass)
      result.kind = kind;
  }
  if (tried > 0)
    result.notes.push_back(fmt::format("{} hidden checks were run as well.", tried));
}

} // namespace brigade::grader
