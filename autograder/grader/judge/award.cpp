#include "grader/judge/judge.hpp"

#include <algorithm>

namespace brigade::grader {
namespace {

/// The sizes at which a TEST is to run.
std::vector<int> sizes_of(const Exercise &exercise, const std::string &test) {
  std::vector<int> sizes;
  for (const Phase &phase : exercise.phases)
    if (phase.test.substr(phase.test.find('.') + 1) == test)
      sizes.push_back(phase.ranks);
  if (!sizes.empty())
    return sizes;
  return exercise.runs_on_ranks() ? exercise.ranks : exercise.sizes;
}

/// Whether the runs of one class of sizes are there and all pass.
struct SizeClass {
  bool exists = false, passed = true;
  void add(const TestRun &run) {
    exists = true;
    passed = passed && run.kind == VerdictKind::pass;
  }
};

double share_earned(const Exercise &exercise, const TestResult &result) {
  SizeClass one, dividing, uneven;
  for (const TestRun &run : result.runs)
    (run.size == 1 ? one : run.divides ? dividing : uneven).add(run);
  bool has_others = dividing.exists || uneven.exists, is_complete = true;
  for (const int size : sizes_of(exercise, result.test)) {
    has_others = has_others || size != 1;
    is_complete =
        is_complete && std::ranges::find(result.runs, size, &TestRun::size) != result.runs.end();
  }
  if (!is_complete || result.runs.empty())
    return 0;
  if (!has_others)
    return one.passed ? 1 : 0;
  SizeClass &with_one = dividing.exists ? dividing : uneven;
  with_one.passed = with_one.passed && one.passed;
  const double share = dividing.exists && uneven.exists ? 0.5 : 1;
  return (dividing.exists && dividing.passed ? share : 0) +
         (uneven.exists && uneven.passed ? share : 0);
}

} // namespace

std::vector<TestResult> award(const Exercise &exercise, const std::vector<TestRun> &runs) {
  std::vector<TestResult> results;
  bool misses_mandatory = false;
  for (const TestPoints &points : exercise.points) {
    TestResult result{points.test, 0, points.points, points.mandatory, {}};
    for (const TestRun &run : runs)
      if (run.test == points.test)
        result.runs.push_back(run);
    const double share = share_earned(exercise, result);
    result.points = share * points.points;
    misses_mandatory = misses_mandatory || (points.mandatory && share < 1);
    results.push_back(std::move(result));
  }
  if (misses_mandatory)
    for (TestResult &result : results)
      result.points = 0;
  return results;
}

} // namespace brigade::grader
