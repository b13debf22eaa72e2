// expect: wrong; words: [8] instead of [2], too many at the end
// mistake: the number of ranks is written into the program
#include "exercise.hpp"

namespace kitchen {

std::vector<int> roll_call(int badge, MPI_Comm comm) {
  std::vector<int> badges(8);
  MPI_Allgather(&badge, 1, MPI_INT, badges.data(), 1, MPI_INT, comm);
  return badges;
}

} // namespace kitchen
