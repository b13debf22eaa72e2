#include "mpi_errors/cases.hpp"

#include <vector>

MPI_CASE(missing_call) {
  int sum = 0;
  if (!job.wrong || job.rank != 1)
    MPI_Allreduce(&job.rank, &sum, 1, MPI_INT, MPI_SUM, job.comm); // @missing_call
}

MPI_CASE(loop_counts) {
  const int turns = job.wrong && job.rank == 1 ? 1 : 2;
  int sum = 0;
  for (int turn = 0; turn < turns; ++turn)
    MPI_Allreduce(&job.rank, &sum, 1, MPI_INT, MPI_SUM, job.comm); // @loop_counts
}

MPI_CASE(only_the_root) {
  int value = 3;
  if (!job.wrong || job.rank == 0)
    MPI_Bcast(&value, 1, MPI_INT, 0, job.comm); // @only_the_root
}
