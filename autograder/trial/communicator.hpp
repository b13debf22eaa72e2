#pragma once

#include <mpi.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Trials' communicators. All ranks of the world call these together. They call PMPI_*, so neither
/// ledger nor a student's count of calls sees them, and they wait politely.
namespace brigade::harness {

/// Waits until all ranks of `world` are here, under this name on the status board: "the end of the
/// TEST".
void meet(MPI_Comm world, std::string_view name);

/// A duplicate of `world`.
MPI_Comm duplicate(MPI_Comm world);
/// The first `ranks` ranks of a rearranged `world`; null on the others.
/// @param permuted  in an order that comes from `seed` and is never the world's; else in its order
MPI_Comm rearranged(MPI_Comm world, bool permuted, std::optional<int> ranks, std::uint64_t seed);

/// Sets *is_freed as soon as anybody frees the communicator.
void tell_when_freed(MPI_Comm communicator, bool *is_freed);

/// False after MPI_Finalize.
bool is_mpi_running();

/// Messages that were sent on `communicator` and not received: "message from rank 1, tag 7, 400
/// bytes". Takes them in. To be called once all ranks have ended their part.
std::vector<std::string> take_unreceived(MPI_Comm communicator);

} // namespace brigade::harness
