// Run on ranks inside a sandbox: the ranks add up their numbers, and rank 0 prints the sum and its
// user.
#include <mpi.h>

#include <unistd.h>

#include <cstdio>
#include <vector>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  // Large enough for shared memory by more than one way.
  const std::vector<double> mine(300'000, rank + 1);
  std::vector<double> sum(mine.size());
  MPI_Allreduce(mine.data(), sum.data(), static_cast<int>(mine.size()), MPI_DOUBLE, MPI_SUM,
                MPI_COMM_WORLD);
  if (rank == 0)
    std::printf("sum %.0f user %u\n", sum.back(), getuid());
  MPI_Finalize();
}
