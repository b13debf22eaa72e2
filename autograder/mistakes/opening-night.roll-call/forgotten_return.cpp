// expect: crashed; words: ends without its return, roll_call.cpp:12: no return statement
// The result is made and never returned.
#include "exercise.hpp"

namespace kitchen {

std::vector<int> roll_call(int badge, MPI_Comm comm) {
  int size = 0;
  MPI_Comm_size(comm, &size);
  std::vector<int> badges(static_cast<std::size_t>(size));
  MPI_Allgather(&badge, 1, MPI_INT, badges.data(), 1, MPI_INT, comm);
}

} // namespace kitchen
