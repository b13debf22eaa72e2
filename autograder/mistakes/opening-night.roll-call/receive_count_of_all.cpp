// expect: wrong communication; words: MPI_Allgather, blocks of 4 bytes, neither is the total
// mistake: row 7, the receive count is that of one rank, not the total
#include "exercise.hpp"

namespace kitchen {

std::vector<int> roll_call(int badge, MPI_Comm comm) {
  int ranks = 0;
  MPI_Comm_size(comm, &ranks);
  std::vector<int> badges(ranks * ranks); // made larger until it no longer crashed
  MPI_Allgather(&badge, 1, MPI_INT, badges.data(), ranks, MPI_INT, comm);
  badges.resize(ranks);
  return badges;
}

} // namespace kitchen
