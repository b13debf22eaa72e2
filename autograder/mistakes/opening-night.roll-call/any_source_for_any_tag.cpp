// expect: crashed; words: tag -2, A wildcard stands in the wrong place
// mistake: row 35, MPI_ANY_SOURCE in the place of MPI_ANY_TAG
#include "exercise.hpp"

namespace kitchen {

std::vector<int> roll_call(int badge, MPI_Comm comm) {
  int rank = 0, ranks = 0;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &ranks);
  std::vector<int> badges(ranks, badge);
  for (int other = 0; other < ranks; ++other) {
    if (other == rank)
      continue;
    MPI_Request sent;
    MPI_Isend(&badge, 1, MPI_INT, other, 0, comm, &sent);
    MPI_Recv(&badges[other], 1, MPI_INT, other, MPI_ANY_SOURCE, comm, MPI_STATUS_IGNORE);
    MPI_Wait(&sent, MPI_STATUS_IGNORE);
  }
  return badges;
}

} // namespace kitchen
