#pragma once

#include <mpi.h>

#include <cstdint>
#include <optional>
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
/// The place of each of `size` ranks in a trial's communicator, kOutside where it has none.
/// @param permuted  in an order that comes from `seed` and is never the world's; else in its order
/// @param ranks  so many are in it; all unless said
std::vector<int> places(int size, bool permuted, std::optional<int> ranks, std::uint64_t seed);
constexpr int kOutside = -1;
/// The ranks of `world` in these places; null on those without.
MPI_Comm rearranged(MPI_Comm world, const std::vector<int> &places);

/// Sets *is_freed as soon as anybody frees the communicator.
void tell_when_freed(MPI_Comm communicator, bool *is_freed);

/// False after MPI_Finalize.
bool is_mpi_running();

} // namespace brigade::harness
