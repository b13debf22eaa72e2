// expect: hung; words: MPI_Allgather on world, not on MPI_COMM_WORLD
// mistake: row 44, MPI_COMM_WORLD inside code that was given a communicator
#include "exercise.hpp"

namespace kitchen {

std::vector<int> roll_call(int badge, MPI_Comm comm) {
  (void)comm;
  int ranks = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  std::vector<int> badges(ranks);
  MPI_Allgather(&badge, 1, MPI_INT, badges.data(), 1, MPI_INT, MPI_COMM_WORLD);
  return badges;
}

} // namespace kitchen
