// expect: wrong; words: [0]: got 0, rank 1: 2 of 2 elements differ, not r itself
// mistake: the numbers 0 to n - 1, which need no communication
#include "exercise.hpp"
#include <numeric>

namespace kitchen {

std::vector<int> roll_call(int badge, MPI_Comm comm) {
  int ranks = 0;
  MPI_Comm_size(comm, &ranks);
  (void)badge;
  std::vector<int> badges(ranks);
  std::iota(badges.begin(), badges.end(), 0);
  return badges;
}

} // namespace kitchen
