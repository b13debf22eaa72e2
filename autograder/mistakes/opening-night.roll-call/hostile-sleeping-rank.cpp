// expect: hung; words: rank 1 sleeps outside MPI
// mistake: hostile: the last rank sleeps, the others wait for it
#include "exercise.hpp"

#include <chrono>
#include <thread>

namespace kitchen {

std::vector<int> roll_call(int badge, MPI_Comm comm) {
  int rank = 0, ranks = 0;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &ranks);
  if (rank == ranks - 1)
    std::this_thread::sleep_for(std::chrono::seconds(1000)); // a signal does not end it
  std::vector<int> badges(static_cast<std::size_t>(ranks));
  MPI_Allgather(&badge, 1, MPI_INT, badges.data(), 1, MPI_INT, comm);
  return badges;
}

} // namespace kitchen
