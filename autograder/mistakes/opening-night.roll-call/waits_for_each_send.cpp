// expect: wrong communication; words: buffers the messages, in MPI_Wait for MPI_Isend to rank 1
// mistake: row 42, each MPI_Isend is waited for before a receive is posted
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
    MPI_Wait(&sent, MPI_STATUS_IGNORE);
  }
  for (int other = 0; other < ranks; ++other)
    if (other != rank)
      MPI_Recv(&badges[other], 1, MPI_INT, other, 0, comm, MPI_STATUS_IGNORE);
  return badges;
}

} // namespace kitchen
