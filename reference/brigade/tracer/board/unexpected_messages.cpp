#include "brigade/tracer/board/unexpected_messages.hpp"

#include "brigade/tracer/board/board.hpp"
#include "brigade/tracer/board/communicators.hpp"

#include <mpi.h>

namespace brigade::board {

void tell_unexpected_messages() {
  const std::uint32_t wanted = mine->messages_wanted.load();
  std::int32_t count = 0;
  for (const MPI_Comm handle : open_handles()) {
    int is_there = 0, bytes = 0;
    MPI_Status status;
    if (PMPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, handle, &is_there, &status) != MPI_SUCCESS ||
        !is_there)
      continue;
    PMPI_Get_count(&status, MPI_BYTE, &bytes);
    const Communicator &communicator = known(handle);
    mine->messages[static_cast<std::size_t>(count++)] = {
        communicator.id, communicator.in_world(status.MPI_SOURCE), status.MPI_TAG, bytes};
    if (count == static_cast<std::int32_t>(mine->messages.size()))
      break;
  }
  mine->message_count = count;
  mine->messages_given.store(wanted, std::memory_order_release);
}

} // namespace brigade::board
