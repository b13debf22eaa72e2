#include "grader/traffic/check_traffic.hpp"

#include "grader/judge/words.hpp"
#include "grader/traffic/call_kind.hpp"
#include "grader/traffic/collectives.hpp"
#include "grader/traffic/replay.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace brigade::grader {
namespace {

using records::TrafficRule;
using records::TrafficRuleRecord;

std::int64_t bytes_sent(const records::TestRecords &rank) {
  std::int64_t bytes = 0;
  for (const records::CallRecord &call : rank.calls)
    bytes += call.bytes;
  return bytes;
}

int calls_of(const records::TestRecords &rank, const std::string &kind) {
  return static_cast<int>(std::ranges::count_if(rank.calls, [&](const records::CallRecord &call) {
    return traffic_rules::blocking_name(call.kind).starts_with(kind) || call.kind.starts_with(kind);
  }));
}

/// "MPI_Send 3 times, MPI_Recv once"
std::string calls_in_words(const records::TestRecords &rank) {
  std::vector<std::pair<std::string, int>> counts;
  for (const records::CallRecord &call : rank.calls) {
    const auto found = std::ranges::find(counts, call.kind, &std::pair<std::string, int>::first);
    if (found == counts.end())
      counts.emplace_back(call.kind, 1);
    else
      ++found->second;
  }
  std::string text;
  for (const auto &[kind, count] : counts)
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", kind,
                        count == 1 ? "once" : fmt::format("{} times", count));
  return text.empty() ? "no call of MPI" : text;
}

class TrafficCheck {
public:
  TrafficCheck(const TestOfAllRanks &expected, const TestOfAllRanks &got)
      : expected_(expected), got_(got) {}

  std::vector<Finding> run() {
    for (std::size_t rank = 0; rank < expected_.ranks.size(); ++rank) {
      const records::TestRecords *student = rank < got_.ranks.size() ? got_.ranks[rank] : nullptr;
      if (expected_.ranks[rank] == nullptr || student == nullptr)
        continue;
      for (const TrafficRuleRecord &rule : expected_.ranks[rank]->rules)
        check(rule, static_cast<int>(rank), *student, *expected_.ranks[rank]);
    }
    check_left_behind();
    return std::move(findings_);
  }

private:
  std::string whose(int rank) const {
    return expected_.ranks.size() > 1 ? fmt::format("Rank {}", rank) : "It";
  }

  /// One finding for each rule, of the first rank that breaks it.
  bool is_first_of(const TrafficRuleRecord &rule) {
    return told_.insert({rule.rule, rule.kind}).second;
  }

  void add(const TrafficRuleRecord &rule, std::string sentence, std::string actual,
           std::string cause, std::string details = "") {
    if (!is_first_of(rule))
      return;
    Finding finding;
    finding.kind = VerdictKind::wrong_communication;
    finding.sentence = std::move(sentence);
    finding.actual = std::move(actual);
    finding.cause = std::move(cause);
    finding.details = std::move(details);
    findings_.push_back(std::move(finding));
  }

  void check(const TrafficRuleRecord &rule, int rank, const records::TestRecords &student,
             const records::TestRecords &solution) {
    switch (rule.rule) {
    case TrafficRule::same_multiset:
    case TrafficRule::same_sequence:
      check_collectives(rule);
      break;
    case TrafficRule::bytes_at_most:
    case TrafficRule::bytes_exactly:
      check_bytes(rule, rank, student, solution);
      break;
    case TrafficRule::calls_at_most:
      check_calls(rule, rank, student);
      break;
    case TrafficRule::chain_at_most:
      check_chain(rule);
      break;
    case TrafficRule::peak_at_most:
      check_peak(rule, rank, student);
      break;
    case TrafficRule::virtual_time_at_most:
      check_virtual_time(rule, solution);
      break;
    }
  }

  void check_collectives(const TrafficRuleRecord &rule) {
    if (!is_first_of(rule))
      return;
    if (std::optional<Finding> finding = traffic_rules::compare_collectives(
            expected_, got_, rule.rule == TrafficRule::same_sequence))
      findings_.push_back(*finding);
  }

  void check_bytes(const TrafficRuleRecord &rule, int rank, const records::TestRecords &student,
                   const records::TestRecords &solution) {
    const std::int64_t sent = bytes_sent(student);
    const auto limit = static_cast<std::int64_t>(rule.limit);
    const bool is_exact = rule.rule == TrafficRule::bytes_exactly;
    if (is_exact ? sent == limit : sent <= limit)
      return;
    add(rule,
        fmt::format("{} sent {}; {} {} {} allowed.", whose(rank), name_bytes(sent),
                    is_exact ? "exactly" : "at most", name_bytes(limit), limit == 1 ? "is" : "are"),
        fmt::format("{} sent {}.", whose(rank), name_bytes(sent)),
        sent > limit ? "More goes over the wire than is needed: whole arrays where a block would "
                       "do, or the same numbers twice."
                     : "Less is sent than the answer needs.",
        fmt::format("made:  {}\nneeds: {}, {}", calls_in_words(student), calls_in_words(solution),
                    name_bytes(bytes_sent(solution))));
  }

  void check_calls(const TrafficRuleRecord &rule, int rank, const records::TestRecords &student) {
    const int calls = calls_of(student, rule.kind);
    if (calls <= static_cast<int>(rule.limit))
      return;
    const std::string what = rule.kind == "MPI_" ? "MPI" : rule.kind.empty() ? "MPI" : rule.kind;
    add(rule,
        fmt::format("{} called {} {} times; at most {} {} allowed.", whose(rank), what, calls,
                    rule.limit, rule.limit == 1 ? "is" : "are"),
        fmt::format("{} called {} {} times.", whose(rank), what, calls),
        "Put what belongs together into one call: an array of several numbers instead of a call "
        "for each.",
        "made: " + calls_in_words(student));
  }

  void check_chain(const TrafficRuleRecord &rule) {
    if (told_.contains({rule.rule, rule.kind}))
      return;
    const int chain = traffic_rules::longest_chain(got_);
    if (chain <= static_cast<int>(rule.limit))
      return;
    add(rule,
        fmt::format("The longest chain has {} messages, each waiting for the one before; at most "
                    "{} are allowed.",
                    chain, rule.limit),
        fmt::format("The longest chain has {} messages, each waiting for the one before.", chain),
        "Let every rank that has the data pass it on: then their number doubles with each step.");
  }

  void check_peak(const TrafficRuleRecord &rule, int rank, const records::TestRecords &student) {
    const auto limit = static_cast<std::int64_t>(rule.limit);
    if (student.peak_bytes <= limit)
      return;
    add(rule,
        fmt::format("{} held {} at once; at most {} are allowed.", whose(rank),
                    name_bytes(student.peak_bytes), name_bytes(limit)),
        fmt::format("{} held {} at once.", whose(rank), name_bytes(student.peak_bytes)),
        "The whole array lies on a rank that needs only its own block.");
  }

  void check_virtual_time(const TrafficRuleRecord &rule, const records::TestRecords &solution) {
    if (told_.contains({rule.rule, rule.kind}))
      return;
    const traffic_rules::Costs costs{solution.alpha, solution.beta, solution.seconds_per_operation};
    const traffic_rules::Replay reference = traffic_rules::replay(expected_, costs);
    const traffic_rules::Replay own = traffic_rules::replay(got_, costs);
    if (!own.stuck.empty()) {
      add(rule, fmt::format("The ledger cannot be replayed on the virtual clock: {}.", own.stuck),
          "The ledger cannot be replayed on the virtual clock.",
          "A message was sent that nobody received, or on a communicator of your own.");
      return;
    }
    const double limit = rule.limit * reference.makespan();
    if (own.makespan() <= limit * (1 + 1e-9))
      return;
    std::string details = "when each rank is done, in ms:\n";
    for (std::size_t rank = 0; rank < own.seconds.size(); ++rank)
      details +=
          fmt::format("rank {}: {:.4g}, the solution's {:.4g}\n", rank, 1e3 * own.seconds[rank],
                      rank < reference.seconds.size() ? 1e3 * reference.seconds[rank] : 0.0);
    add(rule,
        fmt::format("On the virtual clock it takes {:.4g} ms; the solution takes {:.4g} ms, and "
                    "{:g} times that is allowed.",
                    1e3 * own.makespan(), 1e3 * reference.makespan(), rule.limit),
        fmt::format("On the virtual clock it takes {:.4g} ms, too long.", 1e3 * own.makespan()),
        "Transfers and work that could overlap come one after the other: start the transfer, work, "
        "then wait.",
        details);
  }

  void check_left_behind() {
    tell_left_behind(&records::TestRecords::unreceived, "unreceived message", "message", "received",
                     "Every send needs a receive with the same tag on the same communicator; a "
                     "message that is left over is taken by the next receive that fits.");
    tell_left_behind(&records::TestRecords::open_requests, "open request", "request", "completed",
                     "Every MPI_Isend and MPI_Irecv needs a wait (or a test that says yes) before "
                     "its buffer is used again or goes away.");
  }

  /// One finding: the ranks mostly leave the same behind. The lowest rank's is in the sentence, all
  /// are in the details.
  void tell_left_behind(std::vector<std::string> records::TestRecords::*left,
                        const std::string &pattern, const std::string &noun,
                        const std::string &done, const std::string &cause) {
    Finding finding;
    for (std::size_t rank = 0; rank < got_.ranks.size(); ++rank) {
      if (got_.ranks[rank] == nullptr)
        continue;
      const std::vector<std::string> &items = got_.ranks[rank]->*left;
      if (finding.sentence.empty() && items.size() == 1)
        finding.sentence =
            fmt::format("A {} of rank {} was never {}: {}.", noun, rank, done, items.front());
      else if (finding.sentence.empty() && !items.empty())
        finding.sentence = fmt::format("{} {}s of rank {} were never {}, first {}.", items.size(),
                                       noun, rank, done, items.front());
      for (const std::string &item : items)
        finding.details += fmt::format("rank {}: {}\n", rank, item);
    }
    if (finding.sentence.empty())
      return;
    finding.kind = VerdictKind::wrong_communication;
    finding.pattern = pattern;
    finding.actual = finding.sentence;
    finding.cause = cause;
    findings_.push_back(std::move(finding));
  }

  const TestOfAllRanks &expected_;
  const TestOfAllRanks &got_;
  std::vector<Finding> findings_;
  std::set<std::pair<TrafficRule, std::string>> told_;
};

} // namespace

std::vector<Finding> check_traffic(const TestOfAllRanks &expected, const TestOfAllRanks &got) {
  return TrafficCheck(expected, got).run();
}

} // namespace brigade::grader
