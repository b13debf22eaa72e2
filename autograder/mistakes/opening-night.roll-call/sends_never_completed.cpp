// expect: wrong communication; words: never completed, MPI_Isend, tag 0, roll_call.cpp:16
// mistake: row 40, requests that nobody waits for
#include "exercise.hpp"

namespace kitchen {

std::vector<int> roll_call(int badge, MPI_Comm comm) {
  int rank = 0, ranks = 0;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &ranks);
  std::vector<int> badges(ranks);
  static int sent; // outlives the call, so that the messages are right
  sent = badge;
  for (int to = 0; to < ranks; ++to) {
    MPI_Request request;
    MPI_Isend(&sent, 1, MPI_INT, to, 0, comm, &request);
  }
  for (int from = 0; from < ranks; ++from)
    MPI_Recv(&badges[from], 1, MPI_INT, from, 0, comm, MPI_STATUS_IGNORE);
  MPI_Barrier(comm);
  return badges;
}

} // namespace kitchen
