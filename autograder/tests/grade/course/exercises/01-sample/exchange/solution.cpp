#include "exercise.hpp"

namespace kitchen {

int exchange(int number, MPI_Comm comm) {
  int rank = 0;
  int size = 0;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  int got = 0;
  MPI_Sendrecv(&number, 1, MPI_INT, (rank + 1) % size, 0, &got, 1, MPI_INT,
               (rank + size - 1) % size, 0, comm, MPI_STATUS_IGNORE);
  return got;
}

} // namespace kitchen
