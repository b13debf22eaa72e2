#pragma once

#include "brigade/tracer/board/layout.hpp"

#include <mpi.h>

#include <cstdint>
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

/// All that this rank has called and not freed, MPI_COMM_WORLD first.
const std::vector<MPI_Comm> &open_handles();

} // namespace brigade::board
