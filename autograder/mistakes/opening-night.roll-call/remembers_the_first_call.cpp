// expect: wrong; words: the second call gave the result of the first
// mistake: the result of the first call is kept in a static variable
#include "exercise.hpp"

namespace kitchen {

std::vector<int> roll_call(int badge, MPI_Comm comm) {
  int ranks = 0;
  MPI_Comm_size(comm, &ranks);
  static std::vector<int> badges;
  if (badges.empty()) {
    badges.resize(ranks);
    MPI_Allgather(&badge, 1, MPI_INT, badges.data(), 1, MPI_INT, comm);
  }
  return badges;
}

} // namespace kitchen
