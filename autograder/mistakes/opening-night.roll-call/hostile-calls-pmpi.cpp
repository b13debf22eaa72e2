// expect: pass; words: PMPI_Allgather, tracer
// mistake: hostile: the right answer, by a call that the tracer does not see
#include "exercise.hpp"

namespace kitchen {

std::vector<int> roll_call(int badge, MPI_Comm comm) {
  int ranks = 0;
  MPI_Comm_size(comm, &ranks);
  std::vector<int> badges(static_cast<std::size_t>(ranks));
  PMPI_Allgather(&badge, 1, MPI_INT, badges.data(), 1, MPI_INT, comm);
  return badges;
}

} // namespace kitchen
