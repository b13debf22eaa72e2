// expect: wrong; words: ranks of the world, MPI_COMM_WORLD's size in place of comm's
// The number of ranks is asked of the world, and all else is done on comm.
#include "exercise.hpp"

namespace kitchen {

std::vector<int> roll_call(int badge, MPI_Comm comm) {
  int size = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  std::vector<int> badges(static_cast<std::size_t>(size));
  MPI_Gather(&badge, 1, MPI_INT, badges.data(), 1, MPI_INT, 0, comm);
  MPI_Bcast(badges.data(), size, MPI_INT, 0, comm);
  return badges;
}

} // namespace kitchen
