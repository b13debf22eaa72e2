#include "trial/communicator.hpp"

#include "brigade/core/permutation.hpp"
#include "brigade/tracer/board/board.hpp"
#include "brigade/tracer/wait.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace brigade::harness {
namespace {

constexpr std::uint64_t kOrderStream = 0x6f72646572; // no stream of an input

int note_freed(MPI_Comm, int, void *is_freed, void *) {
  *static_cast<bool *>(is_freed) = true;
  return MPI_SUCCESS;
}

} // namespace

void meet(MPI_Comm world, std::string_view name) {
  const board::NamedWait named(name);
  MPI_Request request = MPI_REQUEST_NULL;
  PMPI_Ibarrier(world, &request);
  wait(&request);
}

MPI_Comm duplicate(MPI_Comm world) {
  const board::NamedWait named("the start of the TEST");
  MPI_Comm copy = MPI_COMM_NULL;
  MPI_Request request = MPI_REQUEST_NULL;
  PMPI_Comm_idup(world, &copy, &request);
  wait(&request);
  return copy;
}

std::vector<int> places(int size, bool permuted, std::optional<int> ranks, std::uint64_t seed) {
  std::vector<int> places(static_cast<std::size_t>(size));
  std::iota(places.begin(), places.end(), 0);
  if (permuted) {
    std::ranges::copy(permutation(size, seed, kOrderStream), places.begin());
    if (std::ranges::is_sorted(places))
      std::ranges::rotate(places, places.begin() + (size > 1 ? 1 : 0));
  }
  for (int &place : places)
    place = place < ranks.value_or(size) ? place : kOutside;
  return places;
}

MPI_Comm rearranged(MPI_Comm world, const std::vector<int> &places) {
  int rank = 0;
  PMPI_Comm_rank(world, &rank);
  const int place = places[static_cast<std::size_t>(rank)];
  // A split can only block, spinning; so everybody is here first.
  meet(world, "the start of the TEST");
  MPI_Comm part = MPI_COMM_NULL;
  PMPI_Comm_split(world, place == kOutside ? MPI_UNDEFINED : 0, place, &part);
  return part;
}

void tell_when_freed(MPI_Comm communicator, bool *is_freed) {
  static const int key = [] {
    int made = MPI_KEYVAL_INVALID;
    PMPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, note_freed, &made, nullptr);
    return made;
  }();
  PMPI_Comm_set_attr(communicator, key, is_freed);
}

bool is_mpi_running() {
  int is_over = 0;
  PMPI_Finalized(&is_over);
  return !is_over;
}

} // namespace brigade::harness
