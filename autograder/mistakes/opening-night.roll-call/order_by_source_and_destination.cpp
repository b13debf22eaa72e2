// expect: hung; words: MPI_Recv, nobody sends
// mistake: row 32, who receives first is told by source and destination, which are one rank here
#include "exercise.hpp"

namespace kitchen {

std::vector<int> roll_call(int badge, MPI_Comm comm) {
  int rank = 0, ranks = 0;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &ranks);
  std::vector<int> badges(ranks, badge);
  for (int other = 0; other < ranks; ++other) {
    if (other == rank)
      continue;
    const int source = other, destination = other;
    if (source <= destination)
      MPI_Recv(&badges[source], 1, MPI_INT, source, 0, comm, MPI_STATUS_IGNORE);
    MPI_Send(&badge, 1, MPI_INT, destination, 0, comm);
    if (source > destination)
      MPI_Recv(&badges[source], 1, MPI_INT, source, 0, comm, MPI_STATUS_IGNORE);
  }
  return badges;
}

} // namespace kitchen
