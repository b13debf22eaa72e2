// expect: wrong communication; words: buffers the messages, sends that wait, in MPI_Send to rank 1
// mistake: row 31, all ranks send before they receive; works only while messages are buffered
#include "exercise.hpp"

namespace kitchen {

std::vector<int> roll_call(int badge, MPI_Comm comm) {
  int rank = 0, ranks = 0;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &ranks);
  const int right = (rank + 1) % ranks, left = (rank + ranks - 1) % ranks;
  std::vector<int> badges(ranks, badge);
  for (int step = 1; step < ranks; ++step) {
    MPI_Send(&badges[(rank + ranks - step + 1) % ranks], 1, MPI_INT, right, 0, comm);
    MPI_Recv(&badges[(rank + ranks - step) % ranks], 1, MPI_INT, left, 0, comm, MPI_STATUS_IGNORE);
  }
  return badges;
}

} // namespace kitchen
