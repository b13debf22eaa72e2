#pragma once

#include "brigade/tracer/board/watched_call.hpp"

namespace brigade::board {

/// Compares this rank's collective with those of the others: the first that comes writes it down,
/// later ones compare. Nobody waits. Counts by pairs (gatherv, alltoallv …) are compared with those
/// of the ranks that have come so far. Returns where all fits; else the fault is reported.
/// `number`: the collective's on its communicator.
void compare_signature(const WatchedCall &call, const interpose::Arguments &arguments,
                       std::uint64_t number);

} // namespace brigade::board
