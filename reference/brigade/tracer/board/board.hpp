#pragma once

#include "brigade/tracer/board/layout.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

/// This process's side of the board.
namespace brigade::board {

/// This rank's slot; null where there is no board, which is what a call looks at first.
inline Slot *mine = nullptr;
inline bool is_attached() { return mine != nullptr; }
/// Only while attached.
Board &shared();

/// Maps the board that the environment names, takes this rank's slot, and from then on waits
/// politely: spinning hides inside MPI what the board is to show. MPI must be running. Does nothing
/// where no board is named, or for a job that it is not made for.
void attach();

/// What messages call the ranks from now on: by rank in the world, the rank in the communicator
/// that the program was given, kNone outside of it. Every rank says the same of all, each as soon
/// as it knows, so nobody is ever called by two names at once. Until then they have their ranks in
/// the world.
void show_as(std::span<const int> ranks);

/// "rank 2", or "world rank 1" of one outside of the program's communicator.
std::string rank_text(std::int32_t world_rank);
/// "rank 1", "ranks 0, 1 and 3", "rank 0 and world rank 2", in ascending order.
std::string ranks_text(std::span<const std::int32_t> world_ranks);

/// This rank is about to end, and not by coming to its end: "threw std::runtime_error: bad input".
void leave(std::string_view how);

/// Names a wait outside of all MPI calls for as long as it lives: "the end of the test".
class NamedWait {
public:
  explicit NamedWait(std::string_view name);
  ~NamedWait();
  NamedWait(const NamedWait &) = delete;
  NamedWait &operator=(const NamedWait &) = delete;

private:
  bool is_named_ = false;
};

/// One look in vain of a wait (Backoff). The address of this rank's code is looked up only once it
/// has waited for some time.
void note_pause();

/// The stack of the caller, of the program's own code alone.
void take_stack(Stack &stack);
/// An address of the program, less the address that it was loaded at; 0 for one of a library.
std::uint64_t address_in_program(const void *address);

/// "{+0x12ab}": in texts for the grader, which puts the source line in its place.
std::string place_text(std::uint64_t address);

/// Changes the description of what this rank does, such that a reader never sees a half of it.
class CallUpdate {
public:
  CallUpdate() { mine->call_version.fetch_add(1, std::memory_order_acq_rel); }
  ~CallUpdate() { mine->call_version.fetch_add(1, std::memory_order_release); }
  CallUpdate(const CallUpdate &) = delete;
  CallUpdate &operator=(const CallUpdate &) = delete;
  CallState *operator->() { return &mine->call; }
};

/// Waits until all ranks have called MPI_Finalize.
void meet_at_the_end();

/// Counts the looks of the wait that begins now from 0.
void begin_wait();

} // namespace brigade::board
