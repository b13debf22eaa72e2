// expect: does not compile; words: MPI_Finalize, the trial
// mistake: row 60, MPI is ended by a function that did not start it
#include "exercise.hpp"

namespace kitchen {

std::vector<int> roll_call(int badge, MPI_Comm comm) {
  int rank = 0, ranks = 0;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &ranks);
  std::vector<int> badges(ranks, badge);
  MPI_Allgather(&badge, 1, MPI_INT, badges.data(), 1, MPI_INT, comm);
  MPI_Finalize();
  return badges;
}

} // namespace kitchen
