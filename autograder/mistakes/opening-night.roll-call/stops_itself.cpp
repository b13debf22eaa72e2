// expect: hung; words: rank 0 was stopped by a signal (SIGSTOP), MPI_Allgather
// Rank 0 stops its own process: it sleeps for ever, and the others wait for it.
#include "exercise.hpp"

#include <csignal>

namespace kitchen {

std::vector<int> roll_call(int badge, MPI_Comm comm) {
  int size = 0, rank = 0;
  MPI_Comm_size(comm, &size);
  MPI_Comm_rank(comm, &rank);
  std::vector<int> badges(static_cast<std::size_t>(size));
  if (rank == 0 && size > 1)
    std::raise(SIGSTOP);
  MPI_Allgather(&badge, 1, MPI_INT, badges.data(), 1, MPI_INT, comm);
  return badges;
}

} // namespace kitchen
