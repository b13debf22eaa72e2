#pragma once

#include "brigade/tracer/board/layout.hpp"

#include <mpi.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// Which communicator is which. Handles differ between ranks, so each communicator gets a number
/// that all its ranks work out alike without a message: from its parent's, how many the parent had
/// made before, and which of the parts it is.
namespace brigade::board {

struct Communicator {
  std::uint64_t id = 0;
  std::uint64_t children = 0; ///< made of it so far
  std::uint64_t calls = 0;    ///< collectives called on it, by this rank
  std::uint64_t last_caller = 0, repeats = 0;
  std::vector<std::int32_t>
      members; ///< in the world, by rank; of an intercommunicator the remote group
  int rank = 0;
  bool is_checked = true; ///< its number is sure, so signatures may be compared
  bool is_intercommunicator = false;
  bool is_met = false;                ///< this rank has asked for it by its handle
  CommunicatorState *state = nullptr; ///< on the board; null where that is full

  std::int32_t in_world(int peer) const;
};

/// Of the communicator, which is not MPI_COMM_NULL. Only while attached.
Communicator &known(MPI_Comm communicator);

/// A call (`color`: of a split, else 0) from the place `caller` has made `made` out of `parent`.
void note_made(MPI_Comm parent, MPI_Comm made, std::string_view call, std::int64_t color,
               std::uint64_t caller);
/// The same for one that came to be without MPI_* (a harness that calls PMPI_*): all its members
/// say so, in the same order. Does nothing without a board.
void adopt(MPI_Comm communicator, std::string_view name);
void note_name(MPI_Comm communicator, std::string_view name);

/// Why a handle is none: what last became of a communicator of this rank.
struct LostCommunicator {
  MPI_Comm handle = MPI_COMM_NULL; ///< that it had; MPI_COMM_NULL: it never came to be
  std::string made_by;             ///< the call, where it is known
  std::uint64_t made_at = 0;       ///< by caller
  std::uint64_t freed_at = 0;      ///< 0: `made_by` gave this rank MPI_COMM_NULL
};
/// The last that this rank freed by an MPI call, or that a call left it out of. Null: there is
/// none.
const LostCommunicator *lost_communicator();

/// All that this rank has called and not freed, MPI_COMM_WORLD first.
const std::vector<MPI_Comm> &open_handles();

} // namespace brigade::board
