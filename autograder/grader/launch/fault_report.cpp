#include "grader/launch/fault_report.hpp"

#include "grader/launch/board_reading.hpp"

#include "brigade/tracer/board/signature_difference.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace brigade::grader {
namespace {

using board::Board;
using board::Difference;
using board::Fault;
using board::Signature;
using board::Slot;

std::string capitalized(std::string text) {
  if (!text.empty())
    text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
  return text;
}

const Slot *slot_with(const Board &board, int ranks, Fault fault) {
  for (int rank = 0; rank < ranks; ++rank)
    if (board.slots[static_cast<std::size_t>(rank)].fault.load(std::memory_order_acquire) == fault)
      return &board.slots[static_cast<std::size_t>(rank)];
  return nullptr;
}

std::vector<SourceLine> stack_of(const Slot &slot, SourceLines &lines) {
  return lines_of_returns(lines, stack_on_board(slot.fault_stack));
}

const board::CommunicatorState *state_of(const Board &board, std::uint64_t id) {
  for (const board::CommunicatorState &state : board.communicators)
    if (state.id.load() == id)
      return &state;
  return nullptr;
}

/// Ranks whose calls are alike.
struct Group {
  Signature signature;
  std::vector<int> ranks; ///< in the world
};

/// The group of the first that came, then those that do not fit.
std::vector<Group> groups_of(const Board &board, int ranks, const Slot &fault) {
  std::vector<Group> groups;
  const board::CommunicatorState *state = state_of(board, fault.fault_communicator);
  if (!state)
    return groups;
  const board::Agreement &place = state->agreements[fault.fault_number % board::kRemembered];
  groups.push_back({place.signature, {}});
  const std::uint64_t agreeing = place.agreeing.load();
  const std::vector<int> members = members_on_board(*state, ranks);
  for (std::size_t rank = 0; rank < members.size(); ++rank) {
    const int world = members[rank];
    const Slot &slot = board.slots[static_cast<std::size_t>(world)];
    if ((agreeing >> rank & 1) != 0) {
      groups.front().ranks.push_back(world);
    } else if (slot.fault.load(std::memory_order_acquire) == Fault::signature &&
               slot.fault_communicator == fault.fault_communicator &&
               slot.fault_number == fault.fault_number) {
      const auto alike =
          std::ranges::find_if(groups.begin() + 1, groups.end(), [&](const Group &group) {
            return board::difference(group.signature, slot.fault_signature, 0) == Difference::none;
          });
      if (alike == groups.end())
        groups.push_back({slot.fault_signature, {world}});
      else
        alike->ranks.push_back(world);
    }
  }
  return groups;
}

std::string elements(const Signature &of) {
  if (of.count < 0 || of.type.view().empty())
    return fmt::format("{} bytes", of.bytes);
  return fmt::format("{} {} ({} bytes)", of.count, of.type.view(), of.bytes);
}

/// What a rank gives of that in which the calls differ.
std::string given(const BoardView &view, const Signature &of, Difference difference) {
  switch (difference) {
  case Difference::root:
    return of.root < 0 ? "no root" : fmt::format("root {}", of.root);
  case Difference::operation:
    return of.operation.view().empty()     ? "no operation"
           : of.operation.view() == "user" ? "another operation that the program made"
                                           : fmt::format("operation {}", of.operation.view());
  case Difference::type:
    return fmt::format("type {}", of.type.view());
  case Difference::count:
    return elements(of);
  case Difference::shape:
    return of.call.view().starts_with("MPI_Cart") ? "one grid" : "one list of counts";
  case Difference::members: {
    std::vector<int> ranks;
    for (const RankView &rank : view.ranks)
      if ((of.members >> rank.rank & 1) != 0)
        ranks.push_back(rank.rank);
    return "the group of " + view.names(ranks);
  }
  case Difference::call:
  case Difference::none:
    break;
  }
  return "";
}

std::string cause_of(Difference difference, const Group &odd, const Group &most) {
  switch (difference) {
  case Difference::call:
    return "All ranks of a communicator must call its collectives in the same order.";
  case Difference::root:
    return "The root must be the same number on every rank: a rank of the communicator, not of the "
           "world or "
           "the rank's own.";
  case Difference::operation:
    return "The operation must be the same on every rank.";
  case Difference::type:
    return "The types must be the same on every rank, and the type of the variable: MPI converts "
           "nothing.";
  case Difference::count:
    if (odd.signature.call.view().find("ather") != std::string_view::npos ||
        most.signature.call.view().find("catter") != std::string_view::npos)
      return "Every rank gives and gets equally much, and the count is that of one rank: where "
             "blocks differ "
             "in length, use the v-form and exchange the lengths first.";
    return "The count must be the same on every rank: where only one rank knows it, broadcast it "
           "first.";
  case Difference::shape:
    return "What describes the whole (all counts, all dimensions) must be the same on every rank.";
  case Difference::members:
    return "All ranks of one new communicator must give the same group.";
  case Difference::none:
    break;
  }
  return "";
}

std::string verb(const std::vector<int> &ranks, const std::string &one, const std::string &many) {
  return ranks.size() == 1 ? one : many;
}

/// The odd ranks first; the fault is theirs.
std::string sentence_of(const BoardView &view, const Group &odd, const Group &most,
                        Difference difference, const std::string &of_collective) {
  const Signature &a = odd.signature, &b = most.signature;
  if (difference == Difference::call)
    return fmt::format("{} {} {}{} where {} {} {}{}: {}.", capitalized(view.names(odd.ranks)),
                       verb(odd.ranks, "calls", "call"), a.call.view(), view.place(a.caller),
                       view.names(most.ranks), verb(most.ranks, "calls", "call"), b.call.view(),
                       view.place(b.caller), of_collective);
  if (difference == Difference::shape)
    return fmt::format("{} {} {}{} other {} than {}{}: {}.", capitalized(view.names(odd.ranks)),
                       verb(odd.ranks, "gives", "give"), a.call.view(), view.place(a.caller),
                       a.call.view().starts_with("MPI_Cart") ? "dimensions" : "counts",
                       view.names(most.ranks), view.place(b.caller), of_collective);
  return fmt::format("{} {} {}{} {}, but {} {} {}{}: {}.", capitalized(view.names(odd.ranks)),
                     verb(odd.ranks, "gives", "give"), a.call.view(), view.place(a.caller),
                     given(view, a, difference), view.names(most.ranks),
                     verb(most.ranks, "gives", "give"), given(view, b, difference),
                     a.caller == b.caller ? "" : view.place(b.caller), of_collective);
}

/// How the calls of one group do not fit those of the other, whichever of the two came first.
Difference difference_between(const Group &one, const Group &other) {
  const auto differs_from = [](const Group &first, const Group &own) {
    for (const int rank : own.ranks) {
      const Difference found =
          board::difference(first.signature, own.signature, std::uint64_t{1} << rank);
      if (found != Difference::none)
        return found;
    }
    return Difference::none;
  };
  const Difference found = differs_from(one, other);
  return found != Difference::none ? found : differs_from(other, one);
}

int lowest_shown(const BoardView &view, const Group &group) {
  int lowest = std::numeric_limits<int>::max();
  for (const int rank : group.ranks)
    lowest = std::min(lowest, view.ranks[static_cast<std::size_t>(rank)].shown);
  return lowest;
}

/// The odd ranks are the fewer ones. Where as many ranks do one thing as do the other, those with
/// the lowest rank are in the right: who came first is chance, and must not change the words.
MismatchReport signature_report(const Board &board, const BoardView &view, const Slot &fault) {
  MismatchReport report;
  std::vector<Group> groups = groups_of(board, static_cast<int>(view.ranks.size()), fault);
  if (groups.size() < 2 || groups.front().ranks.empty())
    return report;
  std::ranges::sort(groups, [&view](const Group &a, const Group &b) {
    return a.ranks.size() != b.ranks.size() ? a.ranks.size() > b.ranks.size()
                                            : lowest_shown(view, a) < lowest_shown(view, b);
  });
  const Group &most = groups.front();
  const auto odd = std::find_if(groups.begin() + 1, groups.end(), [&most](const Group &group) {
    return difference_between(most, group) != Difference::none;
  });
  if (odd == groups.end())
    return report;
  const Difference difference = difference_between(most, *odd);
  const std::string name = view.communicator_name(fault.fault_communicator);
  report.sentence = sentence_of(
      view, *odd, most, difference,
      fmt::format("collective number {}{}", fault.fault_number, name.empty() ? "" : " on " + name));
  report.cause = cause_of(difference, *odd, most);
  return report;
}

} // namespace

bool has_fault(const Board &board, int ranks, Fault fault) {
  return slot_with(board, ranks, fault) != nullptr;
}

bool all_have_come(const Board &board, int ranks) {
  const Slot *fault = slot_with(board, ranks, Fault::signature);
  const board::CommunicatorState *state =
      fault ? state_of(board, fault->fault_communicator) : nullptr;
  if (!state)
    return true;
  std::size_t come = 0;
  for (const Group &group : groups_of(board, ranks, *fault))
    come += group.ranks.size();
  return come >= members_on_board(*state, ranks).size();
}

std::optional<CrashReport> mpi_error_report(const Board &board, const BoardView &view,
                                            SourceLines &lines) {
  const Slot *slot = slot_with(board, static_cast<int>(view.ranks.size()), Fault::mpi_error);
  if (!slot)
    return std::nullopt;
  CrashReport report;
  report.rank = view.ranks[static_cast<std::size_t>(slot - board.slots.data())].shown;
  report.sentence = with_places(lines, slot->fault_text.text());
  report.cause = with_places(lines, slot->fault_cause.text());
  report.stack = stack_of(*slot, lines);
  return report;
}

std::optional<MismatchReport> mismatch_report(const Board &board, const BoardView &view,
                                              SourceLines &lines) {
  const int ranks = static_cast<int>(view.ranks.size());
  if (const Slot *slot = slot_with(board, ranks, Fault::misuse)) {
    MismatchReport report{with_places(lines, slot->fault_text.text()),
                          with_places(lines, slot->fault_cause.text()), view.states()};
    const RankView &rank = view.ranks[static_cast<std::size_t>(slot - board.slots.data())];
    for (RankState &state : report.ranks)
      if (state.rank == rank.shown && state.is_outside == rank.is_outside)
        state.lines = stack_of(*slot, lines);
    return report;
  }
  const Slot *slot = slot_with(board, ranks, Fault::signature);
  if (!slot)
    return std::nullopt;
  MismatchReport report = signature_report(board, view, *slot);
  if (report.sentence.empty())
    report.sentence =
        fmt::format("{} calls {}{}, which does not fit the other ranks' call.",
                    capitalized(view.names({static_cast<int>(slot - board.slots.data())})),
                    slot->fault_signature.call.view(), view.place(slot->fault_signature.caller));
  report.ranks = view.states();
  return report;
}

} // namespace brigade::grader
