#pragma once

#include "brigade/tracer/board/watched_call.hpp"

namespace brigade::board {

/// What MPI forbids and MPICH does not notice, or says badly: a call after MPI_Finalize or a second
/// MPI_Init, a tag that only some MPI libraries take, send and receive buffers that overlap,
/// blocks that a rank sends itself in another size than it expects. Reports it.
void check_rules(const WatchedCall &call, const interpose::Arguments &arguments);

} // namespace brigade::board
