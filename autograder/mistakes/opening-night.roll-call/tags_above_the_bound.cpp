// expect: wrong communication; words: the tag 40001, 32767
// mistake: row 36, a tag made of a number that grows
#include "exercise.hpp"

namespace kitchen {

std::vector<int> roll_call(int badge, MPI_Comm comm) {
  int rank = 0, ranks = 0;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &ranks);
  std::vector<int> badges(ranks, badge);
  for (int other = 0; other < ranks; ++other)
    if (other != rank)
      MPI_Sendrecv(&badge, 1, MPI_INT, other, 40000 + rank, &badges[other], 1, MPI_INT, other,
                   40000 + other, comm, MPI_STATUS_IGNORE);
  return badges;
}

} // namespace kitchen
