#include "grader/grade/runs_at_size.hpp"

#include "grader/grade/grade.hpp"

#include <algorithm>
#include <utility>

namespace brigade::grader {
namespace {

/// The first TEST that is not finished on every rank that began it, or that threw: the one that the
/// launch ended in. Empty: none.
std::string test_of_end(const LaunchResult &launch, const std::vector<std::string> &order) {
  std::set<std::string> open;
  for (const records::RankRecords &rank : launch.ranks)
    for (const records::TestRecords &test : rank.tests)
      if (!test.finished || test.exception)
        open.insert(test.test);
  const auto first = std::find_if(order.begin(), order.end(),
                                  [&open](const std::string &test) { return open.contains(test); });
  return first == order.end() ? "" : *first;
}

bool throws_not_implemented(const LaunchResult &launch, const std::string &test) {
  for (const records::RankRecords &rank : launch.ranks)
    for (const records::TestRecords &records : rank.tests)
      if (records.test == test && records.exception && !records.exception->not_implemented.empty())
        return true;
  return false;
}

/// Would it end in the same way at another size, and take long?
bool is_hopeless(const LaunchResult &launch, const std::string &test) {
  return launch.end == LaunchEnd::hung || launch.end == LaunchEnd::over_limit ||
         launch.end == LaunchEnd::exited || throws_not_implemented(launch, test);
}

/// Of the time: most TESTs do not end either where one has not.
constexpr double kLeftWhereOneTookAll = 0.25;

} // namespace

std::vector<std::string> tests_begun(const LaunchResult &launch) {
  std::vector<std::string> names;
  for (const records::RankRecords &rank : launch.ranks)
    for (const records::TestRecords &test : rank.tests)
      if (std::find(names.begin(), names.end(), test.test) == names.end())
        names.push_back(test.test);
  return names;
}

RunsAtSize run_at_size(LaunchRequest request, SandboxLevel sandbox) {
  RunsAtSize runs;
  const double seconds = request.limits.seconds;
  bool retried = false;
  while (!request.tests.empty()) {
    LaunchResult result = launch(request, sandbox);
    if (result.end == LaunchEnd::interrupted)
      throw Interrupted(result.signal);
    if (result.end == LaunchEnd::start_failed && !std::exchange(retried, true))
      continue; // the machine's fault, perhaps for a moment
    const std::string ended_in = test_of_end(result, request.tests);
    // A pure program goes on by itself behind an exception.
    const bool is_complete = result.all_ranks_complete();
    if (!ended_in.empty() && is_hopeless(result, ended_in))
      runs.hopeless.insert(ended_in);
    if (result.took_all_its_time)
      request.limits.seconds = seconds * kLeftWhereOneTookAll;
    runs.launches.push_back(std::move(result));
    if (is_complete)
      break;
    if (ended_in.empty()) { // before the first TEST or behind the last
      if (tests_begun(runs.launches.back()).empty())
        runs.hopeless.insert(request.tests.begin(), request.tests.end());
      break;
    }
    const auto place = std::find(request.tests.begin(), request.tests.end(), ended_in);
    if (request.ranks > 0)
      request.tests.erase(request.tests.begin(), place + 1);
    else
      request.tests.erase(place); // it walks over all TESTs once for each size
  }
  return runs;
}

} // namespace brigade::grader
