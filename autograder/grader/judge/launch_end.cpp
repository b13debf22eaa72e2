#include "grader/judge/launch_end.hpp"

#include "grader/judge/fields.hpp"
#include "grader/judge/words.hpp"
#include "grader/launch/rank_names.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace brigade::grader {
namespace {

std::string line_of(const std::vector<SourceLine> &stack) {
  if (stack.empty())
    return "";
  const SourceLine &top = stack.front();
  return top.function.empty() ? fmt::format("{}:{}", top.file, top.line)
                              : fmt::format("{}:{} in {}", top.file, top.line, top.function);
}

/// "rank 1 at ring.cpp:31, rank 2 at …"
std::string lines_of(const std::vector<RankState> &ranks) {
  std::string text;
  for (const RankState &rank : ranks)
    if (!rank.lines.empty())
      text += fmt::format("{}{} at {}", text.empty() ? "" : ", ",
                          name_of_rank(rank.rank, rank.is_outside), line_of(rank.lines));
  return text;
}

std::vector<RankState> computing(std::vector<RankState> ranks) {
  std::erase_if(ranks,
                [](const RankState &rank) { return rank.kind != RankState::Kind::computing; });
  return ranks;
}

/// A roll call of its own, where a launch ended by another rank's fault.
std::optional<HangReport> roll_call_of(const LaunchResult &launch,
                                       const std::vector<RankState> &ranks) {
  if (launch.hang)
    return launch.hang;
  if (ranks.empty())
    return std::nullopt;
  HangReport report;
  report.ranks = ranks;
  return report;
}

void describe_exception(const LaunchResult &launch, Finding &finding) {
  finding.kind = VerdictKind::crashed;
  finding.sentence = "The program ended with an exception.";
  const RankNames names(launch.ranks);
  std::vector<int> throwers;
  const records::ExceptionRecord *first = nullptr;
  for (const records::RankRecords &rank : launch.ranks)
    for (const records::TestRecords &test : rank.tests)
      if (test.exception) {
        throwers.push_back(names.number(rank.world_rank));
        if (first == nullptr ||
            (first->not_implemented.empty() && !test.exception->not_implemented.empty()))
          first = &*test.exception;
      }
  if (first == nullptr)
    return;
  std::ranges::sort(throwers);
  finding.crashed_rank = names.world_rank(throwers.front());
  if (!first->not_implemented.empty()) {
    finding.kind = VerdictKind::not_started;
    finding.sentence =
        fmt::format("Exercise {} still throws NotImplemented.", first->not_implemented);
    finding.cause = "Replace the throw at the TODO by your own code.";
    return;
  }
  const int ranks = static_cast<int>(launch.ranks.size());
  std::string who = ranks > 1 ? name_ranks(throwers, ranks) : "The function";
  who[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(who[0])));
  finding.sentence = fmt::format("{} threw {}", who, first->words());
  finding.cause =
      static_cast<int>(throwers.size()) < ranks && ranks > 1
          ? "An exception on some ranks leaves the others waiting for ever in their next "
            "collective; all ranks must take the same way out."
          : "If it is your own throw: the contract in exercise.hpp allows what was given, so look "
            "at the condition before the throw, and at the numbers that it compares. Else a "
            "container or the library refused what it was given: look at the index or the size.";
}

std::string complete_ranks(const LaunchResult &launch) {
  const RankNames names(launch.ranks);
  std::vector<int> ended;
  for (const records::RankRecords &rank : launch.ranks)
    if (!rank.complete)
      ended.push_back(names.number(rank.world_rank));
  std::ranges::sort(ended);
  return name_ranks(ended, static_cast<int>(launch.ranks.size()));
}

/// Of a pure exercise the launch has all sizes: that of the TEST which had begun and not ended.
int size_in_progress(const LaunchResult &launch) {
  for (const records::RankRecords &rank : launch.ranks)
    for (const records::TestRecords &test : rank.tests)
      if (!test.finished)
        return test.size;
  return 0;
}

} // namespace

std::string test_in_progress(const LaunchResult &launch) {
  for (const records::RankRecords &rank : launch.ranks)
    for (const records::TestRecords &test : rank.tests)
      if (!test.finished)
        return short_name(test.test);
  return "";
}

std::optional<Finding> finding_of_end(const LaunchResult &launch, int size) {
  Finding finding;
  finding.size = size > 0 ? size : size_in_progress(launch);
  finding.test = test_in_progress(launch);
  switch (launch.end) {
  case LaunchEnd::complete:
    return std::nullopt;
  case LaunchEnd::exception:
    describe_exception(launch, finding);
    finding.hang = roll_call_of(launch, {});
    break;
  case LaunchEnd::mismatch:
    finding.kind = VerdictKind::wrong_communication;
    finding.sentence = launch.mismatch ? launch.mismatch->sentence
                                       : "The ranks' collectives do not fit each other.";
    if (launch.mismatch) {
      finding.cause = launch.mismatch->cause;
      finding.where = lines_of(launch.mismatch->ranks);
      finding.hang = roll_call_of(launch, launch.mismatch->ranks);
    }
    finding.actual = finding.sentence;
    break;
  case LaunchEnd::hung:
    finding.kind = VerdictKind::hung;
    finding.sentence =
        launch.hang ? launch.hang->sentence : "No rank gets any further: each waits for another.";
    if (launch.hang) {
      finding.cause = launch.hang->cause;
      finding.where = lines_of(launch.hang->ranks);
      finding.hang = launch.hang;
    }
    break;
  case LaunchEnd::crashed:
    finding.kind = VerdictKind::crashed;
    finding.sentence = "The program crashed.";
    if (launch.crash) {
      finding.sentence = launch.crash->sentence;
      finding.cause = launch.crash->cause;
      finding.stack = launch.crash->stack;
      finding.where = line_of(launch.crash->stack);
      if (launch.crash->rank >= 0)
        finding.crashed_rank = RankNames(launch.ranks).world_rank(launch.crash->rank);
      if (launch.crash->rank >= 0 && !finding.where.empty())
        finding.where = fmt::format("rank {} at {}", launch.crash->rank, finding.where);
    }
    finding.hang = roll_call_of(launch, {});
    break;
  case LaunchEnd::exited:
    finding.kind = VerdictKind::crashed;
    finding.sentence =
        launch.reason.empty()
            ? fmt::format("The program ended before the TEST did, on {}.", complete_ranks(launch))
            : launch.reason;
    finding.cause = launch.crash && !launch.crash->cause.empty()
                        ? launch.crash->cause
                        : "Return from your function instead of ending the process (exit, _exit, "
                          "MPI_Abort, MPI_Finalize).";
    break;
  case LaunchEnd::over_limit:
    finding.kind = VerdictKind::over_limit;
    finding.sentence = launch.limit.empty() ? "The program went over a limit." : launch.limit;
    finding.where =
        launch.hang ? lines_of(computing(launch.hang->ranks)) : line_of(launch.stopped_at);
    finding.stack = launch.stopped_at;
    finding.hang = roll_call_of(launch, {});
    break;
  case LaunchEnd::start_failed:
    finding.kind = VerdictKind::grader_fault;
    finding.sentence = launch.reason.empty() ? "The ranks did not start." : launch.reason;
    finding.cause = "Nothing of yours is to blame; `./kitchen doctor` looks at the machine.";
    break;
  case LaunchEnd::interrupted:
    finding.kind = VerdictKind::grader_fault;
    finding.sentence = "The run was interrupted.";
    break;
  }
  return finding;
}

std::optional<Finding> finding_of_synchronous_end(const LaunchResult &launch, int size) {
  if (launch.end == LaunchEnd::start_failed || launch.end == LaunchEnd::interrupted ||
      launch.end == LaunchEnd::complete)
    return std::nullopt;
  std::optional<Finding> finding = finding_of_end(launch, size);
  if (launch.end != LaunchEnd::hung) {
    finding->details = "Seen where every send waits for its receive; without that it ended.";
    return finding;
  }
  finding->kind = VerdictKind::wrong_communication;
  finding->pattern = "needs buffering";
  const std::string seen = finding->sentence;
  finding->sentence = "This works only while MPI buffers the messages: with sends that wait for "
                      "their receive, it does not end.";
  finding->cause = "Blocking sends stand before the receives that they wait for. Use MPI_Sendrecv, "
                   "or post the receives first, or let one side receive first.";
  finding->actual = finding->sentence;
  finding->details = "With every send made synchronous: " + seen;
  return finding;
}

} // namespace brigade::grader
