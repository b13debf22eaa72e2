// expect: wrong; words: only rank 0 has the result, MPI_Allgather
// mistake: row 19, the result of a rooted collective used on all ranks
#include "exercise.hpp"

namespace kitchen {

std::vector<int> roll_call(int badge, MPI_Comm comm) {
  int ranks = 0;
  MPI_Comm_size(comm, &ranks);
  std::vector<int> badges(ranks);
  MPI_Gather(&badge, 1, MPI_INT, badges.data(), 1, MPI_INT, 0, comm);
  return badges;
}

} // namespace kitchen
