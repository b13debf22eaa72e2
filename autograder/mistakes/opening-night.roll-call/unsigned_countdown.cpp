// expect: over the limit; words: Memory, rank 0 at roll_call.cpp:
// An unsigned counter is never below 0, so that the loop downwards does not end.
#include "exercise.hpp"

#include <cstddef>

namespace kitchen {

std::vector<int> roll_call(int badge, MPI_Comm comm) {
  int size = 0;
  MPI_Comm_size(comm, &size);
  std::vector<int> badges;
  for (std::size_t rank = static_cast<std::size_t>(size) - 1; rank >= 0; --rank)
    badges.push_back(badge);
  MPI_Allgather(&badge, 1, MPI_INT, badges.data(), 1, MPI_INT, comm);
  return badges;
}

} // namespace kitchen
