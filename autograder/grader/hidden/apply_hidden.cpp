#include "grader/hidden/apply_hidden.hpp"

#include "grader/verdict/is_graded.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

namespace brigade::grader {
namespace {

/// The TESTs of a run that did not pass; a nameless one where it failed outside of all.
std::vector<std::string> failed_tests(const ExerciseResult &result) {
  std::vector<std::string> names;
  for (const TestResult &test : result.tests)
    if (std::ranges::any_of(test.runs,
                            [](const TestRun &run) { return run.kind != VerdictKind::pass; }))
      names.push_back(test.test);
  if (names.empty())
    names.emplace_back();
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

/// What could not be graded is no pass; nullptr where everything was.
const Finding *fault_of(const ExerciseResult &result) {
  const auto fault = std::ranges::find(result.findings, VerdictKind::grader_fault, &Finding::kind);
  return fault == result.findings.end() ? nullptr : &*fault;
}

/// The exercise is not graded as a whole then, whatever the other checks have found.
void write_fault(const HiddenCheck &check, const Finding &fault, ExerciseResult &result) {
  Finding finding;
  finding.kind = result.kind = VerdictKind::grader_fault;
  finding.sentence =
      fmt::format("A hidden check, {}, could not be run: {}", check.about, fault.sentence);
  finding.cause = fault.cause;
  result.points = 0;
  for (TestResult &test : result.tests)
    test.points = 0;
  result.findings.insert(result.findings.begin(), std::move(finding));
}

/// Nothing of its seed and sizes.
Finding finding_of(const HiddenCheck &check, VerdictKind kind, const std::string &test) {
  Finding finding;
  finding.kind = kind;
  finding.test = test;
  finding.sentence = fmt::format("A hidden check, {}, ends '{}'.", check.about, to_string(kind));
  finding.actual = finding.sentence;
  return finding;
}

/// Each of them once: seeds of a check are about the same.
std::string listed(const std::vector<std::string> &abouts) {
  std::vector<std::string> once;
  for (const std::string &about : abouts)
    if (std::ranges::find(once, about) == once.end())
      once.push_back(about);
  return fmt::format("{}", fmt::join(once, "; "));
}

/// What students are told of the checks.
struct Told {
  bool public_passed;
  int checks = 0, failed = 0;
  std::vector<std::string> abouts = {}, failed_abouts = {};

  std::string note() const {
    const std::string number = fmt::format("{} hidden check{}", checks, checks == 1 ? "" : "s"),
                      about = listed(failed == 0 || !public_passed ? abouts : failed_abouts);
    if (!public_passed)
      return fmt::format("{} {} run as well: {}.", number, checks == 1 ? "was" : "were", about);
    if (failed == 0)
      return fmt::format("All public checks passed, and {} as well: {}.", number, about);
    return fmt::format("All public checks passed. Of {} {} failed: {}.", number, failed, about);
  }
};

} // namespace

void apply_hidden(const std::vector<HiddenCheck> &checks, const Exercise &exercise,
                  const std::filesystem::path &folder, const std::filesystem::path &scratch,
                  const GradeOptions &options, ExerciseResult &result) {
  if (exercise.kind == ExerciseKind::answers || result.kind == VerdictKind::not_started ||
      result.kind == VerdictKind::does_not_compile || !is_graded(result))
    return;
  Told told{result.kind == VerdictKind::pass};
  for (const HiddenCheck &check : hidden_checks_of(checks, exercise)) {
    std::set<std::string> failed;
    told.abouts.push_back(check.about);
    for (const std::uint64_t seed : check.seeds) {
      GradeOptions other = options;
      other.seed = seed;
      other.ranks = check.sizes;
      const ExerciseResult hidden = grade(exercise, folder, scratch, other);
      ++told.checks;
      if (const Finding *fault = fault_of(hidden)) {
        write_fault(check, *fault, result);
        return;
      }
      if (hidden.kind == VerdictKind::pass)
        continue;
      ++told.failed;
      told.failed_abouts.push_back(check.about);
      keep_smaller_points(hidden, result);
      for (const std::string &test : failed_tests(hidden))
        if (failed.insert(test).second)
          result.findings.push_back(finding_of(check, hidden.kind, test));
      if (result.kind == VerdictKind::pass)
        result.kind = hidden.kind;
    }
  }
  if (told.checks > 0)
    result.notes.push_back(told.note());
}

} // namespace brigade::grader
