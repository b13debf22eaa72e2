// expect: wrong; words: [0] instead of [2], reserve() alone makes none
// mistake: row 54, a buffer reserved but not resized
#include "exercise.hpp"

namespace kitchen {

std::vector<int> roll_call(int badge, MPI_Comm comm) {
  int ranks = 0;
  MPI_Comm_size(comm, &ranks);
  std::vector<int> badges;
  badges.reserve(ranks);
  MPI_Allgather(&badge, 1, MPI_INT, badges.data(), 1, MPI_INT, comm);
  return badges;
}

} // namespace kitchen
