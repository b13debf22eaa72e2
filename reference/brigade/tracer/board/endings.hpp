#pragma once

#include "brigade/tracer/board/communicators.hpp"

namespace brigade::board {

/// All members have called the same number of collectives, or it is reported which rank called one
/// that nobody else did: a broadcast's root does not wait, so such a program may end as if nothing
/// were wrong. To be called when no member will call one any more.
void check_call_counts(const CommunicatorState &state);
/// Of all communicators that there are. One rank speaks for all: on the others it does nothing.
void check_all_call_counts();

/// At MPI_Finalize: requests that were started and never completed are reported, communicators that
/// were never freed noted.
void check_what_is_left();

} // namespace brigade::board
