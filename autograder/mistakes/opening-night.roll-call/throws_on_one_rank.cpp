// expect: crashed; words: rank 1, no badge
// mistake: row 59, an exception on one rank while the others wait
#include "exercise.hpp"
#include <stdexcept>

namespace kitchen {

std::vector<int> roll_call(int badge, MPI_Comm comm) {
  int rank = 0, ranks = 0;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &ranks);
  if (rank == 1)
    throw std::runtime_error("no badge");
  std::vector<int> badges(ranks);
  MPI_Allgather(&badge, 1, MPI_INT, badges.data(), 1, MPI_INT, comm);
  return badges;
}

} // namespace kitchen
