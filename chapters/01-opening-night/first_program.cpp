// Four cooks, ten orders: mpiexec -n 4 first_program
#include <mpi.h>

#include <cstdio>

// [first_program]
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, ranks = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);

  const int rows = 10; // of the whole
  const int begin = rank * rows / ranks, end = (rank + 1) * rows / ranks;
  int own = 0; // the sum of this rank's rows
  for (int row = begin; row < end; ++row)
    own += row;

  int total = 0;
  MPI_Allreduce(&own, &total, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  std::printf("rank %d of %d: rows %d to %d, own sum %d, total %d\n", rank, ranks, begin, end - 1,
              own, total);
  MPI_Finalize();
  return 0;
}
// [first_program]
