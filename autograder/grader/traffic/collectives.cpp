#include "grader/traffic/collectives.hpp"

#include "grader/judge/words.hpp"
#include "grader/traffic/call_kind.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

namespace brigade::grader::traffic_rules {
namespace {

struct Collectives {
  std::vector<std::string> names;
  std::int64_t bytes = 0;
};

Collectives collectives_of(const records::TestRecords *rank) {
  Collectives collectives;
  if (rank != nullptr)
    for (const records::CallRecord &call : rank->calls)
      if (class_of(call) == CallClass::collective) {
        collectives.names.push_back(name_of_collective(call));
        collectives.bytes += call.bytes;
      }
  return collectives;
}

/// "one MPI_Allreduce (sum) and two MPI_Bcast"
std::string list_of(const std::vector<std::string> &names) {
  std::map<std::string, int> times;
  for (const std::string &name : names)
    ++times[name];
  std::string text;
  std::size_t at = 0;
  for (const auto &[name, count] : times) {
    if (at > 0)
      text += at + 1 == times.size() ? " and " : ", ";
    const std::string number = count == 1   ? "one"
                               : count == 2 ? "two"
                               : count == 3 ? "three"
                                            : fmt::format("{}", count);
    text += fmt::format("{} {}", number, name);
    ++at;
  }
  return text.empty() ? "none" : text;
}

/// Names of `all` that `other` has not, each as often as it is more.
std::vector<std::string> surplus(std::vector<std::string> all, std::vector<std::string> other) {
  std::ranges::sort(all);
  std::ranges::sort(other);
  std::vector<std::string> rest;
  std::ranges::set_difference(all, other, std::back_inserter(rest));
  return rest;
}

Finding finding_of(const Collectives &expected, const Collectives &got, int rank, int ranks) {
  Finding finding;
  finding.kind = VerdictKind::wrong_communication;
  const std::vector<std::string> missing = surplus(expected.names, got.names),
                                 extra = surplus(got.names, expected.names);
  if (missing.empty() && extra.empty()) {
    std::size_t at = 0;
    while (expected.names[at] == got.names[at])
      ++at;
    finding.sentence = fmt::format("The collectives come in another order: number {} is {} instead "
                                   "of {}.",
                                   at + 1, got.names[at], expected.names[at]);
  } else if (extra.empty()) {
    finding.sentence = fmt::format("Communication is missing: {}.", list_of(missing));
  } else if (missing.empty()) {
    finding.sentence = fmt::format("Communicates more than it needs: {} too many.", list_of(extra));
  } else {
    finding.sentence = fmt::format("Needs {}, made {} instead.", list_of(missing), list_of(extra));
  }
  if (ranks > 1)
    finding.where = fmt::format("rank {}", rank);
  finding.details =
      fmt::format("made:  {}, {} sent\nneeds: {}, {} sent", list_of(got.names),
                  name_bytes(got.bytes), list_of(expected.names), name_bytes(expected.bytes));
  finding.actual =
      fmt::format("These collectives are not the ones that are needed: {}.", list_of(got.names));
  return finding;
}

} // namespace

std::optional<Finding> compare_collectives(const TestOfAllRanks &expected,
                                           const TestOfAllRanks &got, bool in_order) {
  for (std::size_t rank = 0; rank < expected.ranks.size(); ++rank) {
    Collectives wanted = collectives_of(expected.ranks[rank]);
    Collectives had = collectives_of(rank < got.ranks.size() ? got.ranks[rank] : nullptr);
    const bool agrees =
        in_order ? wanted.names == had.names : std::ranges::is_permutation(wanted.names, had.names);
    if (!agrees) {
      if (!in_order) {
        std::ranges::sort(wanted.names);
        std::ranges::sort(had.names);
      }
      return finding_of(wanted, had, static_cast<int>(rank),
                        static_cast<int>(expected.ranks.size()));
    }
  }
  return std::nullopt;
}

} // namespace brigade::grader::traffic_rules
