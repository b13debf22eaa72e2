#pragma once

#include "brigade/tracer/board/communicators.hpp"
#include "brigade/tracer/board/watched_call.hpp"

namespace brigade::board {

/// MPI_Gatherv, MPI_Scatterv, MPI_Alltoallv and -w. MPI_Allgatherv's counts must be the same on all
/// ranks; they are part of its signature.
bool has_pair_counts(const WatchedCall &call);

/// For collectives in which each pair of ranks has a count of its own: what one sends the other
/// must expect. Each rank writes its counts down and compares with those that are there.
void compare_pair_counts(const WatchedCall &call, const interpose::Arguments &arguments,
                         const Communicator &of, std::uint64_t number);

} // namespace brigade::board
