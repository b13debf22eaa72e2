#include "mpi_errors/cases.hpp"

#include <array>
#include <vector>

MPI_CASE(receive_receive) {
  const int other = 1 - job.rank;
  int in = 0;
  if (job.rank > 1)
    return;
  if (!job.wrong && job.rank == 0)
    MPI_Send(&job.rank, 1, MPI_INT, other, 3, job.comm);
  // @receive_receive
  MPI_Recv(&in, 1, MPI_INT, other, 3, job.comm, MPI_STATUS_IGNORE);
  if (job.wrong || job.rank == 1)
    MPI_Send(&job.rank, 1, MPI_INT, other, 3, job.comm);
}

namespace {

/// Round a ring; the message is buffered where it is short.
void shift(const brigade::testing::Job &job, std::size_t length) {
  const int next = (job.rank + 1) % job.size, previous = (job.rank + job.size - 1) % job.size;
  std::vector<double> out(length, job.rank), in(length);
  const int count = static_cast<int>(length);
  if (job.wrong) {
    // @send_send
    MPI_Send(out.data(), count, MPI_DOUBLE, next, 1, job.comm);
    MPI_Recv(in.data(), count, MPI_DOUBLE, previous, 1, job.comm, MPI_STATUS_IGNORE);
  } else {
    MPI_Sendrecv(out.data(), count, MPI_DOUBLE, next, 1, in.data(), count, MPI_DOUBLE, previous, 1,
                 job.comm, MPI_STATUS_IGNORE);
  }
}

} // namespace

MPI_CASE(send_send) { shift(job, 200'000); }
MPI_CASE(send_send_short) { shift(job, 1); }

MPI_CASE(isend_wait) { // waits for its send before it receives: as bad as MPI_Send
  const int next = (job.rank + 1) % job.size, previous = (job.rank + job.size - 1) % job.size;
  int out = job.rank, in = 0;
  MPI_Request request = MPI_REQUEST_NULL;
  // @isend_wait_start
  MPI_Isend(&out, 1, MPI_INT, next, 1, job.comm, &request);
  if (job.wrong)
    // @isend_wait
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Recv(&in, 1, MPI_INT, previous, 1, job.comm, MPI_STATUS_IGNORE);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
}

MPI_CASE(tag) {
  int value = 4;
  if (job.rank == 0)
    MPI_Send(&value, 1, MPI_INT, 1, 7, job.comm);
  else if (job.rank == 1)
    // @tag
    MPI_Recv(&value, 1, MPI_INT, 0, job.wrong ? 8 : 7, job.comm, MPI_STATUS_IGNORE);
}

MPI_CASE(peer) {
  int value = 4;
  if (job.rank == 0)
    MPI_Send(&value, 1, MPI_INT, 1, 7, job.comm);
  else if (job.rank == 1)
    // @peer
    MPI_Recv(&value, 1, MPI_INT, job.wrong ? 2 : 0, 7, job.comm, MPI_STATUS_IGNORE);
}

MPI_CASE(invalid_peer) {
  int out = job.rank, in = 0;
  int right = job.rank + 1, left = job.rank - 1;
  if (!job.wrong && right == job.size)
    right = MPI_PROC_NULL;
  if (left < 0)
    left = MPI_PROC_NULL;
  // @invalid_peer
  MPI_Sendrecv(&out, 1, MPI_INT, right, 0, &in, 1, MPI_INT, left, 0, job.comm, MPI_STATUS_IGNORE);
}

MPI_CASE(large_tag) {
  int value = 4;
  const int tag = job.wrong ? 40'000 : 400;
  if (job.rank == 0)
    // @large_tag
    MPI_Send(&value, 1, MPI_INT, 1, tag, job.comm);
  else if (job.rank == 1)
    MPI_Recv(&value, 1, MPI_INT, 0, tag, job.comm, MPI_STATUS_IGNORE);
}

MPI_CASE(truncation) {
  std::array<int, 10> values{};
  if (job.rank == 0)
    MPI_Send(values.data(), 10, MPI_INT, 1, 3, job.comm);
  else if (job.rank == 1)
    // @truncation
    MPI_Recv(values.data(), job.wrong ? 2 : 10, MPI_INT, 0, 3, job.comm, MPI_STATUS_IGNORE);
}

MPI_CASE(missing_wait) {
  int out = job.rank, in = 0;
  MPI_Request request = MPI_REQUEST_NULL;
  if (job.rank == 0) {
    // @missing_wait
    MPI_Isend(&out, 1, MPI_INT, 1, 2, job.comm, &request);
    if (!job.wrong)
      MPI_Wait(&request, MPI_STATUS_IGNORE);
  } else if (job.rank == 1) {
    MPI_Recv(&in, 1, MPI_INT, 0, 2, job.comm, MPI_STATUS_IGNORE);
  }
}

MPI_CASE(reused_buffer) {
  double one = 0;
  std::array<double, 2> each{};
  std::array<MPI_Request, 2> requests{MPI_REQUEST_NULL, MPI_REQUEST_NULL};
  if (job.rank == 0) {
    for (int to = 1; to <= 2; ++to) {
      double &value = job.wrong ? one : each[static_cast<std::size_t>(to - 1)];
      value = 10 * to;
      // @reused_buffer
      MPI_Isend(&value, 1, MPI_DOUBLE, to, 0, job.comm,
                &requests[static_cast<std::size_t>(to - 1)]);
    }
    // @reused_buffer_wait
    MPI_Waitall(2, requests.data(), MPI_STATUSES_IGNORE);
  } else if (job.rank <= 2) {
    MPI_Recv(&one, 1, MPI_DOUBLE, 0, 0, job.comm, MPI_STATUS_IGNORE);
  }
}

MPI_CASE(one_buffer_two_receives) {
  std::array<int, 4> in{};
  std::array<MPI_Request, 2> requests{MPI_REQUEST_NULL, MPI_REQUEST_NULL};
  if (job.rank == 0) {
    // @one_buffer_two_receives_first
    MPI_Irecv(in.data(), 2, MPI_INT, 1, 0, job.comm, &requests[0]);
    // @one_buffer_two_receives
    MPI_Irecv(in.data() + (job.wrong ? 1 : 2), 2, MPI_INT, 2, 0, job.comm, &requests[1]);
    MPI_Waitall(2, requests.data(), MPI_STATUSES_IGNORE);
  } else if (job.rank <= 2) {
    MPI_Send(in.data(), 2, MPI_INT, 0, 0, job.comm);
  }
}

MPI_CASE(polling) { // a loop of looks with nothing between is a wait as well
  int value = 4, found = 0;
  if (job.rank == 0 && !job.wrong)
    MPI_Send(&value, 1, MPI_INT, 1, 7, job.comm);
  if (job.rank != 1)
    return;
  MPI_Request request = MPI_REQUEST_NULL;
  // @polling_start
  MPI_Irecv(&value, 1, MPI_INT, 0, 7, job.comm, &request);
  while (found == 0)
    // @polling
    MPI_Test(&request, &found, MPI_STATUS_IGNORE);
}

MPI_CASE(probing) {
  int value = 4, found = 0;
  if (job.rank == 0 && !job.wrong)
    MPI_Send(&value, 1, MPI_INT, 1, 7, job.comm);
  if (job.rank != 1)
    return;
  while (found == 0)
    // @probing
    MPI_Iprobe(0, 7, job.comm, &found, MPI_STATUS_IGNORE);
  MPI_Recv(&value, 1, MPI_INT, 0, 7, job.comm, MPI_STATUS_IGNORE);
}

MPI_CASE(wildcards) { // the length of one sender is taken for the data of another
  if (job.rank != 0) {
    std::vector<int> values(static_cast<std::size_t>(job.rank), 100 * job.rank);
    MPI_Send(&job.rank, 1, MPI_INT, 0, 0, job.comm);
    MPI_Send(values.data(), job.rank, MPI_INT, 0, 1, job.comm);
    return;
  }
  for (int sender = 1; sender < job.size; ++sender) {
    int length = 0;
    MPI_Status status;
    MPI_Recv(&length, 1, MPI_INT, MPI_ANY_SOURCE, 0, job.comm, &status);
    std::vector<int> values(static_cast<std::size_t>(length));
    // @wildcards
    MPI_Recv(values.data(), length, MPI_INT, job.wrong ? MPI_ANY_SOURCE : status.MPI_SOURCE, 1,
             job.comm, &status);
    if (values.back() != 100 * length)
      MPI_Abort(job.comm, 3);
  }
}
