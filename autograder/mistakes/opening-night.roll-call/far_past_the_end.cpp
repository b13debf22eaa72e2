// expect: crashed; words: past the end of an array, ./kitchen grade opening-night.roll-call --asan
// It clears far more than the badges, and the memory notices that only later.
#include "exercise.hpp"

#include <cstddef>

namespace kitchen {

std::vector<int> roll_call(int badge, MPI_Comm comm) {
  int size = 0;
  MPI_Comm_size(comm, &size);
  std::vector<int> badges(static_cast<std::size_t>(size));
  MPI_Allgather(&badge, 1, MPI_INT, badges.data(), 1, MPI_INT, comm);
  volatile int *const end = badges.data() + size; // what the compiler may not leave out
  for (int at = 0; at < 64; ++at)
    end[at] = -1;
  return badges;
}

} // namespace kitchen
