#include "grader/launch/late_end.hpp"

#include "grader/launch/rank_names.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>

namespace brigade::grader {
namespace {

/// Every rank has said so itself, or has finished each TEST that was asked for.
bool is_behind_last_test(const LaunchRequest &request, const LaunchResult &result) {
  if (result.all_ranks_complete())
    return true;
  const std::size_t tests = request.tests.size() * std::max<std::size_t>(1, request.sizes.size());
  return tests > 0 && std::ranges::all_of(result.ranks, [tests](const records::RankRecords &rank) {
           return rank.tests.size() >= tests &&
                  std::ranges::all_of(rank.tests, &records::TestRecords::finished);
         });
}

std::string crash_of(const EndEvidence &evidence, const LaunchResult &result) {
  const std::optional<CrashReport> crash = crash_by_evidence(evidence, RankNames(result.ranks));
  return crash ? crash->sentence : "";
}

/// A sentence about what was thrown outside of the TESTs; empty where nothing was.
std::string thrown_of(const LaunchResult &result) {
  const RankNames names(result.ranks);
  std::vector<int> throwers;
  std::string what;
  for (const records::RankRecords &rank : result.ranks)
    if (rank.exception) {
      throwers.push_back(names.number(rank.world_rank));
      what = what.empty() ? rank.exception->words() : what;
    }
  if (throwers.empty())
    return "";
  if (what.ends_with('.'))
    what.pop_back();
  std::ranges::sort(throwers);
  return fmt::format(
      "{} threw {}.",
      result.ranks.size() > 1
          ? fmt::format("Rank{} {}", throwers.size() > 1 ? "s" : "", fmt::join(throwers, ", "))
          : "The program",
      what);
}

/// A sentence; empty where all went well.
std::string what_happened(const EndEvidence &evidence, const LaunchResult &result) {
  switch (result.end) {
  case LaunchEnd::complete:
  case LaunchEnd::exception:
    return crash_of(evidence, result);
  case LaunchEnd::crashed:
    return result.crash ? result.crash->sentence : "The program crashed.";
  case LaunchEnd::mismatch:
    return result.mismatch ? result.mismatch->sentence : "";
  case LaunchEnd::hung:
    return result.hang ? result.hang->sentence : "";
  case LaunchEnd::exited:
    return result.reason;
  case LaunchEnd::over_limit:
    return result.limit;
  case LaunchEnd::start_failed:
  case LaunchEnd::interrupted:
    break;
  }
  return "";
}

/// As the middle of another sentence.
std::string inside(std::string sentence) {
  sentence.front() = static_cast<char>(std::tolower(static_cast<unsigned char>(sentence.front())));
  if (sentence.ends_with('.'))
    sentence.pop_back();
  return sentence;
}

} // namespace

void explain_late_end(const EndEvidence &evidence, bool lingers, LaunchResult &result) {
  if (result.end == LaunchEnd::interrupted || result.end == LaunchEnd::start_failed ||
      !is_behind_last_test(evidence.request, result))
    return;
  const std::string thrown = thrown_of(result);
  const std::string what = !thrown.empty() ? thrown
                           : lingers       ? "The program did not end, and was ended."
                                           : what_happened(evidence, result);
  if (what.empty())
    return;
  result.notes.push_back(fmt::format(
      "{} {}, which costs no points: look at the destructors of static objects, {}.",
      kAfterLastTest, inside(what),
      thrown.empty() ? "at what atexit() was given, and for a write past the end of an array, "
                       "which may be noticed only there"
                     : "and at what atexit() was given: nothing catches what they throw"));
  if (result.end != LaunchEnd::exception)
    result.end = LaunchEnd::complete;
  result.hang.reset();
  result.mismatch.reset();
  result.crash.reset();
  result.limit.clear();
  result.stopped_at.clear();
}

} // namespace brigade::grader
