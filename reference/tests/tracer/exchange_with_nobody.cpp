// At an edge of a halo exchange a rank receives from nobody, and its status has to say so. A
// program of its own: once MPICH has blocked in such a call, its nonblocking ones answer rightly
// too.
#include "brigade/tracer/wait.hpp"

#include <mpi.h>

#include <cstdio>

namespace {

bool says_nobody(const char *call, const MPI_Status &status) {
  int count = -1;
  MPI_Get_count(&status, MPI_INT, &count);
  const bool right =
      status.MPI_SOURCE == MPI_PROC_NULL && status.MPI_TAG == MPI_ANY_TAG && count == 0;
  if (!right)
    std::fprintf(stderr, "%s: source %d, tag %d, %d elements\n", call, status.MPI_SOURCE,
                 status.MPI_TAG, count);
  return right;
}

} // namespace

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  brigade::set_wait_policy(brigade::WaitPolicy::polite);
  int rank = 0, size = 0, given = 1, taken = 2;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const int next = rank + 1 < size ? rank + 1 : MPI_PROC_NULL;
  const int previous = rank > 0 ? rank - 1 : MPI_PROC_NULL;
  bool ok = true;
  MPI_Status status{};
  MPI_Sendrecv(&given, 1, MPI_INT, next, 3, &taken, 1, MPI_INT, previous, 3, MPI_COMM_WORLD,
               &status);
  ok &= rank > 0 ? taken == 1 : taken == 2 && says_nobody("MPI_Sendrecv", status);
  status = {};
  MPI_Sendrecv_replace(&given, 1, MPI_INT, next, 4, previous, 4, MPI_COMM_WORLD, &status);
  ok &= rank > 0 || says_nobody("MPI_Sendrecv_replace", status);
  MPI_Finalize();
  return !ok;
}
