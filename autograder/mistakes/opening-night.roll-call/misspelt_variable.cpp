// expect: does not compile; words: bagdes, roll_call.cpp
// mistake: a misspelt name
#include "exercise.hpp"

namespace kitchen {

std::vector<int> roll_call(int badge, MPI_Comm comm) {
  int ranks = 0;
  MPI_Comm_size(comm, &ranks);
  std::vector<int> badges(ranks);
  MPI_Allgather(&badge, 1, MPI_INT, bagdes.data(), 1, MPI_INT, comm);
  return badges;
}

} // namespace kitchen
