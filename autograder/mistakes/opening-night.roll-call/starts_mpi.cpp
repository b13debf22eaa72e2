// expect: does not compile; words: MPI_Init, the trial
// mistake: MPI is started by a function that is called when it runs already
#include "exercise.hpp"

namespace kitchen {

std::vector<int> roll_call(int badge, MPI_Comm comm) {
  MPI_Init(nullptr, nullptr);
  int ranks = 0;
  MPI_Comm_size(comm, &ranks);
  std::vector<int> badges(ranks);
  MPI_Allgather(&badge, 1, MPI_INT, badges.data(), 1, MPI_INT, comm);
  return badges;
}

} // namespace kitchen
