#include "brigade/tracer/board/endings.hpp"

#include "brigade/tracer/board/board.hpp"
#include "brigade/tracer/board/faults.hpp"
#include "brigade/tracer/board/requests.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace brigade::board {
namespace {

/// The name of collective `number`, where it is still remembered.
std::string name_of(const CommunicatorState &state, std::uint64_t number) {
  const Agreement &place = state.agreements[number % kRemembered];
  return place.ready.load() == number ? place.signature.call.text() : "a collective";
}

} // namespace

void check_call_counts(const CommunicatorState &state) {
  const auto size = static_cast<std::size_t>(state.size);
  std::uint64_t fewest = state.calls[0].load();
  for (std::size_t rank = 1; rank < size; ++rank)
    fewest = std::min(fewest, state.calls[rank].load());
  std::vector<std::int32_t> callers, others; // in the world
  std::uint64_t caller = 0;
  for (std::size_t rank = 0; rank < size; ++rank) {
    const bool called = state.calls[rank].load() > fewest;
    (called ? callers : others).push_back(state.members[rank]);
    if (called && caller == 0)
      caller = state.last_caller[rank].load();
  }
  if (callers.empty())
    return;
  const Agreement &place = state.agreements[(fewest + 1) % kRemembered];
  if (place.ready.load() == fewest + 1)
    caller = place.signature.caller;
  const std::string call = name_of(state, fewest + 1);
  report_misuse("Only " + ranks_text(callers) + (callers.size() == 1 ? " calls " : " call ") +
                    call + " at " + place_text(caller) + "; " + ranks_text(others) + " never " +
                    (others.size() == 1 ? "does" : "do") + ". It is collective number " +
                    std::to_string(fewest + 1) +
                    (state.name.view().empty() ? std::string() : " on " + state.name.text()) + ".",
                "Every rank of the communicator must call it: is it under an if, in a loop with "
                "another number "
                "of turns, or behind an early return?");
}

void check_all_call_counts() {
  if (mine != shared().slots.data())
    return;
  for (const CommunicatorState &state : shared().communicators)
    if (state.id.load() != 0 && state.is_checked)
      check_call_counts(state);
}

void check_what_is_left() {
  const std::vector<std::string> open = open_requests();
  if (!open.empty())
    report_misuse(this_rank() + " ends with " + std::to_string(open.size()) +
                      (open.size() == 1
                           ? " request that was started and never completed: "
                           : " requests that were started and never completed, first ") +
                      open.front() + ".",
                  "Complete every request with MPI_Wait or MPI_Test before its buffer is used, "
                  "freed or filled "
                  "again.");
  for (const MPI_Comm handle : open_handles()) {
    const Communicator &of = known(handle);
    const std::uint64_t made_at =
        of.state ? of.state->made_at[static_cast<std::size_t>(of.rank)].load() : 0;
    if (made_at != 0)
      note_never_freed("a communicator that " + of.state->made_by.text() + " made at " +
                       place_text(made_at));
  }
}

} // namespace brigade::board
