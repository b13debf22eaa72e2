// expect: wrong communication; words: MPI_Gather, MPI_Bcast, rank 0
// mistake: row 22, a collective under an if for rank 0
#include "exercise.hpp"

namespace kitchen {

std::vector<int> roll_call(int badge, MPI_Comm comm) {
  int rank = 0, ranks = 0;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &ranks);
  std::vector<int> badges(ranks);
  if (rank == 0)
    MPI_Gather(&badge, 1, MPI_INT, badges.data(), 1, MPI_INT, 0, comm);
  MPI_Bcast(badges.data(), ranks, MPI_INT, 0, comm);
  return badges;
}

} // namespace kitchen
