// right: an all-reduce of vectors that are 0 but for the own place
#include "exercise.hpp"

namespace kitchen {

std::vector<int> roll_call(int badge, MPI_Comm comm) {
  int rank = 0, ranks = 0;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &ranks);
  std::vector<int> badges(ranks, 0);
  badges[rank] = badge;
  MPI_Allreduce(MPI_IN_PLACE, badges.data(), ranks, MPI_INT, MPI_SUM, comm);
  return badges;
}

} // namespace kitchen
