// expect: wrong; words: shifted by 1, not in order of arrival
// mistake: the ring is read one step off: the block of a neighbour
#include "exercise.hpp"

namespace kitchen {

std::vector<int> roll_call(int badge, MPI_Comm comm) {
  int rank = 0, ranks = 0;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &ranks);
  const int right = (rank + 1) % ranks, left = (rank + ranks - 1) % ranks;
  std::vector<int> badges(ranks);
  int travelling = badge;
  for (int step = 0; step < ranks; ++step) {
    MPI_Sendrecv_replace(&travelling, 1, MPI_INT, right, 0, left, 0, comm, MPI_STATUS_IGNORE);
    badges[(rank + ranks - step) % ranks] = travelling; // it is step + 1 places back
  }
  return badges;
}

} // namespace kitchen
