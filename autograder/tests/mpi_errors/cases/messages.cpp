#include "mpi_errors/cases.hpp"

#include <vector>

MPI_CASE(receive_receive) {
  const int other = 1 - job.rank;
  int in = 0;
  if (job.rank > 1)
    return;
  if (!job.wrong && job.rank == 0)
    MPI_Send(&job.rank, 1, MPI_INT, other, 3, job.comm);
  MPI_Recv(&in, 1, MPI_INT, other, 3, job.comm, MPI_STATUS_IGNORE); // @receive_receive
  if (job.wrong || job.rank == 1)
    MPI_Send(&job.rank, 1, MPI_INT, other, 3, job.comm);
}

MPI_CASE(send_send) {
  const int next = (job.rank + 1) % job.size, previous = (job.rank + job.size - 1) % job.size;
  std::vector<double> out(200'000, job.rank), in(out.size());
  const int count = static_cast<int>(out.size());
  if (job.wrong) {
    MPI_Send(out.data(), count, MPI_DOUBLE, next, 1, job.comm); // @send_send
    MPI_Recv(in.data(), count, MPI_DOUBLE, previous, 1, job.comm, MPI_STATUS_IGNORE);
  } else {
    MPI_Sendrecv(out.data(), count, MPI_DOUBLE, next, 1, in.data(), count, MPI_DOUBLE, previous, 1,
                 job.comm, MPI_STATUS_IGNORE);
  }
}

MPI_CASE(tag) {
  int value = 4;
  if (job.rank == 0)
    MPI_Send(&value, 1, MPI_INT, 1, 7, job.comm);
  else if (job.rank == 1)
    MPI_Recv(&value, 1, MPI_INT, 0, job.wrong ? 8 : 7, job.comm, MPI_STATUS_IGNORE); // @tag
}
