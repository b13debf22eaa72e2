// expect: wrong communication; words: MPI_Allgather, buffers that overlap
// mistake: row 13, send buffer inside the receive buffer without MPI_IN_PLACE
#include "exercise.hpp"

namespace kitchen {

std::vector<int> roll_call(int badge, MPI_Comm comm) {
  int rank = 0, ranks = 0;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &ranks);
  std::vector<int> badges(ranks);
  badges[rank] = badge;
  MPI_Allgather(&badges[rank], 1, MPI_INT, badges.data(), 1, MPI_INT, comm);
  return badges;
}

} // namespace kitchen
