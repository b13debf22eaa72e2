// expect: crashed; words: Killed, closed descriptors that it had not opened
// It closes every descriptor, also that by which the launcher knows the rank.
#include "exercise.hpp"

#include <unistd.h>

namespace kitchen {

std::vector<int> roll_call(int badge, MPI_Comm comm) {
  int size = 0;
  MPI_Comm_size(comm, &size);
  std::vector<int> badges(static_cast<std::size_t>(size));
  MPI_Allgather(&badge, 1, MPI_INT, badges.data(), 1, MPI_INT, comm);
  for (int descriptor = 3; descriptor < 200; ++descriptor)
    close(descriptor);
  return badges;
}

} // namespace kitchen
