#pragma once

#include "brigade/tracer/ledger.hpp"

#include <mpi.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace brigade {

/// Writes what all ranks of `communicator` have recorded as one Chrome trace file
/// (tracer/chrome_trace.hpp), with their clocks aligned. All ranks call it, with their own ledger
/// and coordinates ("data 0, model 3"); rank 0 writes, beside the path and then renamed. Waits
/// politely, and leaves nothing in the ledger. Throws InputError on rank 0 where the path cannot be
/// written, Error where MPI fails.
void write_chrome_trace(const std::string &path, const Ledger &ledger, std::string_view coordinates,
                        MPI_Comm communicator = MPI_COMM_WORLD);

/// Every rank's text, in rank order, on rank 0; empty elsewhere. No message is longer than
/// `message_bytes`.
std::vector<std::string> gather_texts(const std::string &text, MPI_Comm communicator,
                                      std::size_t message_bytes = std::size_t{64} << 20);

/// Names the steady clock that this process reads: processes with the same name read the same
/// clock.
std::string steady_clock_name();

/// What that clock shows, in seconds.
double steady_seconds();

/// Seconds to add to this rank's clock so that it shows rank 0's. 0 where both have the same clock
/// (by its name); else by the fastest of 50 exchanges, whose half is the error's bound.
/// @param seconds  reads this rank's clock
double seconds_behind_rank_0(std::string_view clock_name, MPI_Comm communicator,
                             double (*seconds)() = steady_seconds);

} // namespace brigade
