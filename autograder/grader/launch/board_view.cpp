#include "grader/launch/board_view.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <utility>

namespace brigade::grader {
namespace {

using board::Presence;
using board::Shape;
using Kind = RankState::Kind;

/// What the harness names its wait for the others after a TEST, and the communicator of it.
constexpr std::string_view kEndOfTest = "the end of the TEST";

bool is_consecutive(const std::vector<int> &numbers) {
  for (std::size_t i = 1; i < numbers.size(); ++i)
    if (numbers[i] != numbers[i - 1] + 1)
      return false;
  return true;
}

/// "rank 1", "ranks 0 and 2", "ranks 0 to 5"
std::string list_of(const std::string &what, std::vector<int> numbers) {
  std::ranges::sort(numbers);
  if (numbers.size() == 1)
    return fmt::format("{} {}", what, numbers.front());
  if (numbers.size() > 3 && is_consecutive(numbers))
    return fmt::format("{}s {} to {}", what, numbers.front(), numbers.back());
  const int last = numbers.back();
  numbers.pop_back();
  return fmt::format("{}s {} and {}", what, fmt::join(numbers, ", "), last);
}

} // namespace

const CommunicatorView *BoardView::communicator(std::uint64_t id) const {
  const auto found = communicators.find(id);
  return found == communicators.end() ? nullptr : &found->second;
}

bool BoardView::is_at_end_of_test(const RankView &rank) const {
  if (!rank.is_waiting())
    return false;
  const CommunicatorView *of = communicator(rank.call.communicator);
  return (rank.call.shape == Shape::wait && rank.call.name.view() == kEndOfTest) ||
         (of && of->name == kEndOfTest);
}

std::vector<int> BoardView::missing(std::uint64_t id, std::uint64_t number) const {
  std::vector<int> missing;
  if (const CommunicatorView *of = communicator(id))
    for (std::size_t rank = 0; rank < of->members.size(); ++rank)
      if (of->calls[rank] < number)
        missing.push_back(of->members[rank]);
  return missing;
}

std::vector<int> BoardView::waits_for(const RankView &rank) const {
  std::set<int> found;
  if (!rank.is_waiting())
    return {};
  if (rank.waits_for_all())
    for (const int other : missing(rank.call.communicator, rank.call.number))
      found.insert(other);
  if (rank.call.shape == Shape::finalize)
    for (const RankView &other : ranks)
      if (other.presence < Presence::finalizing)
        found.insert(other.rank);
  const auto listed =
      std::min<std::size_t>(static_cast<std::size_t>(rank.call.pending_count), board::kMaxPending);
  for (std::size_t i = 0; i < listed; ++i) {
    const board::PendingWork &work = rank.call.pending[i];
    if (work.peer >= 0)
      found.insert(work.peer);
    if (work.shape == Shape::collective || work.shape == Shape::create)
      for (const int other : missing(work.communicator, work.number))
        found.insert(other);
  }
  found.erase(rank.rank);
  return {found.begin(), found.end()};
}

std::string BoardView::names(const std::vector<int> &world_ranks) const {
  if (world_ranks.empty())
    return "no rank";
  std::vector<int> inside, outside;
  for (const int rank : world_ranks) {
    const RankView &view = ranks[static_cast<std::size_t>(rank)];
    (view.is_outside ? outside : inside).push_back(view.shown);
  }
  std::string text;
  if (!inside.empty())
    text = list_of("rank", inside);
  if (!outside.empty())
    text += (text.empty() ? "" : " and ") + list_of("world rank", outside);
  return text;
}

std::string BoardView::communicator_name(std::uint64_t id) const {
  const CommunicatorView *of = communicator(id);
  if (!of)
    return "";
  if (!of->name.empty())
    return of->name;
  if (of->members.size() == ranks.size())
    return "a communicator of all ranks";
  return "the communicator of " + names(of->members);
}

std::string BoardView::place(std::uint64_t caller) const {
  const std::vector<SourceLine> lines = lines_of_returns(lines_, {&caller, 1});
  return lines.empty() ? "" : " (" + to_string(lines.front()) + ")";
}

std::string BoardView::place(const RankView &rank) const {
  const std::vector<SourceLine> found = lines(rank);
  return found.empty() ? "" : " (" + to_string(found.front()) + ")";
}

std::vector<SourceLine> BoardView::lines(const RankView &rank) const {
  std::vector<SourceLine> found = lines_of_returns(lines_, rank.stack);
  if (found.empty() && rank.call.caller != 0 && rank.is_waiting())
    found = lines_of_returns(lines_, {&rank.call.caller, 1});
  return found;
}

std::string BoardView::pending_text(const board::PendingWork &work) const {
  if (work.shape == Shape::collective || work.shape == Shape::create)
    return work.call.text();
  std::string text = work.peer == board::kAny ? "any rank"
                     : work.peer >= 0         ? names({work.peer})
                                              : "nobody";
  if (work.tag >= 0)
    text += fmt::format(", tag {}", work.tag);
  return text;
}

std::string BoardView::call_text(const RankView &rank) const {
  const board::CallState &call = rank.call;
  std::string text = call.name.text();
  const auto listed =
      std::min<std::size_t>(static_cast<std::size_t>(call.pending_count), board::kMaxPending);
  if (call.shape == Shape::complete) {
    std::vector<std::string> parts;
    for (std::size_t i = 0; i < listed && i < 3; ++i) {
      const board::PendingWork &work = call.pending[i];
      parts.push_back(fmt::format("{}{}{}", work.call.text(),
                                  work.shape == Shape::send   ? " to " + pending_text(work)
                                  : work.peer != board::kNone ? " from " + pending_text(work)
                                                              : "",
                                  place(work.caller)));
    }
    if (listed > 3)
      parts.push_back(fmt::format("{} more", call.pending_count - 3));
    if (!parts.empty())
      text += fmt::format(" for {}", fmt::join(parts, ", "));
  } else if (rank.waits_for_all()) {
    if (const std::string name = communicator_name(call.communicator); !name.empty())
      text += " on " + name;
  } else {
    for (std::size_t i = 0; i < listed; ++i)
      text += fmt::format("{} {} {}", i > 0 ? " and" : "",
                          call.pending[i].shape == Shape::send ? "to" : "from",
                          pending_text(call.pending[i]));
  }
  return text + place(rank);
}

std::string BoardView::doing(const RankView &rank) const {
  if (!rank.left.empty())
    return rank.left;
  if (rank.is_waiting() && rank.call.shape == Shape::wait && !rank.call.name.view().empty())
    return "is at " + rank.call.name.text();
  switch (rank.kind) {
  case Kind::in_call:
    if (rank.call.shape == Shape::finalize)
      return "is in MPI_Finalize";
    return is_at_end_of_test(rank) ? "is at the end of the TEST" : "waits in " + call_text(rank);
  case Kind::polling:
    if (rank.call.name.view().empty())
      return "waits in a function of the library" + place(rank);
    return "looks again and again with " + call_text(rank);
  case Kind::computing:
    return "computes" + place(rank);
  case Kind::asleep:
    return "sleeps outside MPI" + place(rank);
  case Kind::stopped:
    return "was stopped by a signal (SIGSTOP)";
  case Kind::gone:
    break;
  }
  return rank.presence == Presence::finalized ? "has called MPI_Finalize" : "has ended";
}

std::vector<RankState> BoardView::states() const {
  std::vector<RankState> states;
  for (const RankView &rank : ranks) {
    RankState state;
    state.rank = rank.shown;
    state.is_outside = rank.is_outside;
    state.kind = rank.kind;
    state.calls_completed = rank.calls_completed;
    state.lines = lines(rank);
    if (rank.is_waiting()) {
      state.call = rank.call.name.text();
      if (rank.call.communicator != 0)
        state.communicator = communicator_name(rank.call.communicator);
      const std::vector<int> awaited = waits_for(rank);
      for (const int other : awaited)
        state.waits_for_ranks.push_back(ranks[static_cast<std::size_t>(other)].shown);
      if (rank.call.shape != Shape::complete && rank.call.pending_count == 1)
        state.waits_for = pending_text(rank.call.pending[0]);
      else if (!awaited.empty())
        state.waits_for = names(awaited);
    }
    states.push_back(std::move(state));
  }
  std::ranges::stable_sort(
      states, {}, [](const RankState &state) { return std::pair(state.is_outside, state.rank); });
  return states;
}

} // namespace brigade::grader
