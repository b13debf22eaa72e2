#include "trial/communicator.hpp"

#include "brigade/core/permutation.hpp"
#include "brigade/tracer/board/board.hpp"
#include "brigade/tracer/wait.hpp"

#include <algorithm>
#include <cstddef>

namespace brigade::harness {
namespace {

constexpr std::uint64_t kOrderStream = 0x6f72646572; // no stream of an input

/// The place of each rank of the world.
std::vector<std::int64_t> places(int size, std::uint64_t seed) {
  std::vector<std::int64_t> order = permutation(size, seed, kOrderStream);
  if (std::ranges::is_sorted(order))
    std::ranges::rotate(order, order.begin() + (size > 1 ? 1 : 0));
  return order;
}

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

MPI_Comm rearranged(MPI_Comm world, bool permuted, std::optional<int> ranks, std::uint64_t seed) {
  int rank = 0, size = 1;
  PMPI_Comm_rank(world, &rank);
  PMPI_Comm_size(world, &size);
  const int place =
      permuted ? static_cast<int>(places(size, seed)[static_cast<std::size_t>(rank)]) : rank;
  const bool is_member = place < ranks.value_or(size);
  // A split can only block, spinning; so everybody is here first.
  meet(world, "the start of the TEST");
  MPI_Comm part = MPI_COMM_NULL;
  PMPI_Comm_split(world, is_member ? 0 : MPI_UNDEFINED, place, &part);
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

std::vector<std::string> take_unreceived(MPI_Comm communicator) {
  constexpr int kLooks = 10; // each lets MPI take in what has arrived
  std::vector<std::string> messages;
  for (int looks = 0; looks < kLooks; ++looks) {
    int found = 0;
    MPI_Message message = MPI_MESSAGE_NULL;
    MPI_Status status;
    PMPI_Improbe(MPI_ANY_SOURCE, MPI_ANY_TAG, communicator, &found, &message, &status);
    if (!found)
      continue;
    looks = 0;
    MPI_Count bytes = 0;
    PMPI_Get_elements_x(&status, MPI_BYTE, &bytes);
    std::vector<std::byte> data(static_cast<std::size_t>(std::max<MPI_Count>(bytes, 0)));
    PMPI_Mrecv(data.data(), static_cast<int>(data.size()), MPI_BYTE, &message, MPI_STATUS_IGNORE);
    messages.push_back("message from rank " + std::to_string(status.MPI_SOURCE) + ", tag " +
                       std::to_string(status.MPI_TAG) + ", " + std::to_string(bytes) + " bytes");
  }
  return messages;
}

} // namespace brigade::harness
