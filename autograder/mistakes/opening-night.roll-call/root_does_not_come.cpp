// expect: hung; words: Rank 1 waits in MPI_Allgather, rank 0 is at the end of the TEST
// mistake: row 23, one rank returns before the collective
#include "exercise.hpp"

namespace kitchen {

std::vector<int> roll_call(int badge, MPI_Comm comm) {
  int rank = 0, ranks = 0;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &ranks);
  if (rank == 0)
    return {badge}; // the root knows its own badge already
  std::vector<int> badges(ranks);
  MPI_Allgather(&badge, 1, MPI_INT, badges.data(), 1, MPI_INT, comm);
  return badges;
}

} // namespace kitchen
