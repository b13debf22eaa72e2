#pragma once

#include "brigade/tracer/board/layout.hpp"

#include <cstdint>
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

/// What messages about this rank call it: its rank in the communicator that the program was given.
/// -1: its rank in the world again.
void show_as(int rank);

/// What messages call another rank, given by its rank in the world.
int shown_rank(std::int32_t world_rank);

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
