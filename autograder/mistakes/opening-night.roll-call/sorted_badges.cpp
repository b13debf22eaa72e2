// expect: wrong; words: sorted, the least first, leave out the sort
// The badges are sorted, so that nobody knows any more whose each is.
#include "exercise.hpp"

#include <algorithm>

namespace kitchen {

std::vector<int> roll_call(int badge, MPI_Comm comm) {
  int size = 0;
  MPI_Comm_size(comm, &size);
  std::vector<int> badges(static_cast<std::size_t>(size));
  MPI_Allgather(&badge, 1, MPI_INT, badges.data(), 1, MPI_INT, comm);
  std::ranges::sort(badges);
  return badges;
}

} // namespace kitchen
