#include "mpi_errors/cases.hpp"

#include <chrono>
#include <thread>

// Programs that only look as if they were stuck.

MPI_CASE(computing) { // longer than the watch waits for progress
  int value = 0;
  if (job.rank == 1)
    // @computing
    brigade::testing::compute(1.6);
  MPI_Allreduce(&job.rank, &value, 1, MPI_INT, MPI_SUM, job.comm);
}

MPI_CASE(computing_between_looks) {
  int value = 0, found = 0;
  MPI_Request request = MPI_REQUEST_NULL;
  if (job.rank == 1)
    MPI_Irecv(&value, 1, MPI_INT, 0, 0, job.comm, &request);
  for (int turn = 0; job.rank == 1 && turn < 6000; ++turn) { // 1.5 s
    brigade::testing::compute(0.00025);
    if (found == 0)
      MPI_Test(&request, &found, MPI_STATUS_IGNORE);
  }
  MPI_Barrier(job.comm); // rank 0 waits here
  if (job.rank == 0)
    MPI_Send(&value, 1, MPI_INT, 1, 0, job.comm);
  if (job.rank == 1)
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

namespace {

/// So long by the clock, also where others want the processor too.
void compute_until(std::chrono::steady_clock::time_point end) {
  while (std::chrono::steady_clock::now() < end)
    brigade::testing::compute(0.01);
}

} // namespace

MPI_CASE(ten_seconds_of_computing) { // the others wait, each in its own way
  using std::chrono::steady_clock;
  int value = job.rank, found = 0;
  if (job.rank == 1) {
    compute_until(steady_clock::now() + std::chrono::seconds(10));
    MPI_Send(&value, 1, MPI_INT, 0, 0, job.comm);
    MPI_Send(&value, 1, MPI_INT, 2 % job.size, 0, job.comm);
  }
  if (job.rank == 0)
    MPI_Recv(&value, 1, MPI_INT, 1, 0, job.comm, MPI_STATUS_IGNORE);
  if (job.rank == 2 % job.size) {
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Irecv(&value, 1, MPI_INT, 1, 0, job.comm, &request);
    while (found == 0)
      MPI_Test(&request, &found, MPI_STATUS_IGNORE);
  }
  MPI_Barrier(job.comm);
}

MPI_CASE(four_seconds_of_messages) { // nobody computes; every wait ends soon
  for (int turn = 0; turn < 80; ++turn) {
    int value = turn;
    if (job.rank == 0)
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    MPI_Bcast(&value, 1, MPI_INT, 0, job.comm);
    MPI_Barrier(job.comm);
  }
}

MPI_CASE(sleeping_a_little) {
  if (job.rank == 1)
    std::this_thread::sleep_for(std::chrono::milliseconds(2500));
  MPI_Barrier(job.comm);
}

MPI_CASE(sleeping) {
  if (job.rank == 1)
    // @sleeping
    std::this_thread::sleep_for(std::chrono::seconds(100));
  // @sleeping_wait
  MPI_Barrier(job.comm);
}

MPI_CASE(endless_loop) {
  if (job.rank == 1)
    // @endless_loop
    brigade::testing::compute(1000);
  MPI_Barrier(job.comm);
}

MPI_CASE(many_collectives) { // more than the board remembers, some ranks far ahead
  for (int i = 0; i < 400; ++i) {
    int value = i;
    MPI_Bcast(&value, 1, MPI_INT, i % 50 == 0 ? 1 : 0, job.comm);
    if (value != i)
      MPI_Abort(job.comm, 3);
  }
}

MPI_CASE(many_communicators) { // more than the board has room for, made and freed
  for (int i = 0; i < 140; ++i) {
    MPI_Comm part = MPI_COMM_NULL;
    MPI_Comm_split(job.comm, (job.rank + i) % 2, 0, &part);
    int sum = 0;
    MPI_Allreduce(&job.rank, &sum, 1, MPI_INT, MPI_SUM, part);
    MPI_Comm_free(&part);
  }
}

MPI_CASE(between_messages) { // a pipeline of waits that each end
  int value = job.rank;
  for (int turn = 0; turn < 20; ++turn)
    if (job.rank == 0) {
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
      MPI_Send(&value, 1, MPI_INT, 1 % job.size, 0, job.comm);
    } else {
      MPI_Recv(&value, 1, MPI_INT, job.rank - 1, 0, job.comm, MPI_STATUS_IGNORE);
      if (job.rank + 1 < job.size)
        MPI_Send(&value, 1, MPI_INT, job.rank + 1, 0, job.comm);
    }
}
