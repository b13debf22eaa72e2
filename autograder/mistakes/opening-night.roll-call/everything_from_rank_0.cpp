// expect: wrong; words: all hold rank 0's, each must send its own
// The broadcast for every place has rank 0 as its root.
#include "exercise.hpp"

namespace kitchen {

std::vector<int> roll_call(int badge, MPI_Comm comm) {
  int size = 0;
  MPI_Comm_size(comm, &size);
  std::vector<int> badges(static_cast<std::size_t>(size));
  for (int &of_rank : badges) {
    of_rank = badge;
    MPI_Bcast(&of_rank, 1, MPI_INT, 0, comm);
  }
  return badges;
}

} // namespace kitchen
