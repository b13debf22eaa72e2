#pragma once

#include "records/writer.hpp"

#include <mpi.h>

namespace brigade::harness {

/// At the end of a TEST: waits for all ranks of `world`, then tells of the requests that were
/// started in it and never completed, and of the messages that were never received. With a board
/// each is told by the rank whose call it was, with its line; without one a message by the rank
/// that it came to. All ranks of `world` call it together.
/// @param communicator  of the trial; null on ranks outside of it
void tell_left_behind(MPI_Comm world, MPI_Comm communicator, records::Writer &writer);

} // namespace brigade::harness
