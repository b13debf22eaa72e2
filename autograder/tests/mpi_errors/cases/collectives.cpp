#include "mpi_errors/cases.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <numeric>
#include <stdexcept>
#include <thread>
#include <vector>

#include <cstdlib>

MPI_CASE(missing_call) {
  int sum = 0;
  if (!job.wrong || job.rank != 1)
    // @missing_call
    MPI_Allreduce(&job.rank, &sum, 1, MPI_INT, MPI_SUM, job.comm);
}

MPI_CASE(stopped) {
  int sum = 0;
  if (job.wrong && job.rank == 1)
    std::raise(SIGSTOP);
  // @stopped
  MPI_Allreduce(&job.rank, &sum, 1, MPI_INT, MPI_SUM, job.comm);
}

MPI_CASE(loop_counts) {
  const int turns = job.wrong && job.rank == 1 ? 1 : 2;
  int sum = 0;
  for (int turn = 0; turn < turns; ++turn)
    // @loop_counts
    MPI_Allreduce(&job.rank, &sum, 1, MPI_INT, MPI_SUM, job.comm);
}

MPI_CASE(only_the_root) {
  int value = 3;
  if (!job.wrong || job.rank == 0)
    // @only_the_root
    MPI_Bcast(&value, 1, MPI_INT, 0, job.comm);
}

MPI_CASE(order) {
  int value = job.rank, sum = 0;
  if (job.wrong && job.rank == 2) {
    // @order_odd
    MPI_Bcast(&value, 1, MPI_INT, 0, job.comm);
    MPI_Allreduce(&job.rank, &sum, 1, MPI_INT, MPI_SUM, job.comm);
  } else {
    // @order_most
    MPI_Allreduce(&job.rank, &sum, 1, MPI_INT, MPI_SUM, job.comm);
    MPI_Bcast(&value, 1, MPI_INT, 0, job.comm);
  }
}

MPI_CASE(root) {
  std::vector<int> all(static_cast<std::size_t>(job.size));
  const int root = job.wrong && job.rank == 1 ? 1 : 0;
  // @root
  MPI_Gather(&job.rank, 1, MPI_INT, all.data(), 1, MPI_INT, root, job.comm);
}

MPI_CASE(count) {
  std::vector<double> values(5, job.rank);
  const int count = job.wrong && job.rank == 2 ? 3 : 5;
  // @count
  MPI_Bcast(values.data(), count, MPI_DOUBLE, 0, job.comm);
}

MPI_CASE(operation) {
  int result = 0;
  MPI_Op op = job.wrong && job.rank == 0 ? MPI_MAX : MPI_SUM;
  // @operation
  MPI_Allreduce(&job.rank, &result, 1, MPI_INT, op, job.comm);
}

MPI_CASE(late_operation) { // of rank 0, which comes last
  int result = 0;
  if (job.wrong && job.rank == 0)
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
  // @late_operation
  MPI_Allreduce(&job.rank, &result, 1, MPI_INT, job.wrong && job.rank == 0 ? MPI_MAX : MPI_SUM,
                job.comm);
}

namespace {

void add(void *in, void *inout, int *count, MPI_Datatype *) {
  for (int i = 0; i < *count; ++i)
    static_cast<int *>(inout)[i] += static_cast<int *>(in)[i];
}

void keep_larger(void *in, void *inout, int *count, MPI_Datatype *) {
  for (int i = 0; i < *count; ++i)
    static_cast<int *>(inout)[i] =
        std::max(static_cast<int *>(in)[i], static_cast<int *>(inout)[i]);
}

} // namespace

MPI_CASE(own_operation) {
  int result = 0;
  MPI_Op first = MPI_OP_NULL, second = MPI_OP_NULL;
  if (job.rank == 1) // other handles, the same operations
    MPI_Op_create(keep_larger, 1, &second);
  MPI_Op_create(add, 1, &first);
  if (job.rank != 1)
    MPI_Op_create(keep_larger, 1, &second);
  // @own_operation
  MPI_Allreduce(&job.rank, &result, 1, MPI_INT, job.wrong && job.rank == 1 ? second : first,
                job.comm);
  MPI_Op_free(&first);
  MPI_Op_free(&second);
}

MPI_CASE(type) {
  std::array<float, 4> in{}, out{};
  MPI_Datatype type = job.wrong && job.rank == 1 ? MPI_INT : MPI_FLOAT;
  // @type
  MPI_Allreduce(in.data(), out.data(), 4, type, MPI_SUM, job.comm);
}

MPI_CASE(derived_type) { // the same basic types by another handle are right
  std::array<double, 6> values{};
  if (job.rank == 1) {
    MPI_Datatype pair = MPI_DATATYPE_NULL;
    MPI_Type_contiguous(2, job.wrong ? MPI_INT64_T : MPI_DOUBLE, &pair);
    MPI_Type_commit(&pair);
    // @derived_type
    MPI_Bcast(values.data(), 3, pair, 0, job.comm);
    MPI_Type_free(&pair);
  } else {
    MPI_Bcast(values.data(), 6, MPI_DOUBLE, 0, job.comm);
  }
}

MPI_CASE(communicator) {
  int sum = 0;
  // @communicator
  MPI_Allreduce(&job.rank, &sum, 1, MPI_INT, MPI_SUM,
                job.wrong && job.rank == 1 ? MPI_COMM_WORLD : job.comm);
}

MPI_CASE(collective_and_message) {
  int value = 1, sum = 0;
  if (job.rank == 0) {
    if (job.wrong)
      // @collective_and_message_0
      MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, job.comm);
    MPI_Send(&value, 1, MPI_INT, 1, 5, job.comm);
  } else if (job.rank == 1) {
    // @collective_and_message_1
    MPI_Recv(&value, 1, MPI_INT, 0, 5, job.comm, MPI_STATUS_IGNORE);
  }
  if (!job.wrong || job.rank != 0)
    MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, job.comm);
}

MPI_CASE(two_communicators) {
  MPI_Comm other = MPI_COMM_NULL;
  MPI_Comm_dup(job.comm, &other);
  MPI_Comm_set_name(other, "other");
  int sum = 0;
  const bool turned = job.wrong && job.rank == 0;
  // @two_communicators
  MPI_Allreduce(&job.rank, &sum, 1, MPI_INT, MPI_SUM, turned ? other : job.comm);
  MPI_Allreduce(&job.rank, &sum, 1, MPI_INT, MPI_SUM, turned ? job.comm : other);
  MPI_Comm_free(&other);
}

MPI_CASE(gatherv) {
  const int mine = job.rank + 1;
  std::vector<int> values(static_cast<std::size_t>(mine), job.rank), counts, starts;
  int total = 0;
  for (int rank = 0; rank < job.size; ++rank) {
    counts.push_back(job.wrong && rank == 2 ? 2 : rank + 1);
    starts.push_back(total);
    total += rank + 1;
  }
  std::vector<int> all(static_cast<std::size_t>(total));
  // @gatherv
  MPI_Gatherv(values.data(), mine, MPI_INT, all.data(), counts.data(), starts.data(), MPI_INT, 0,
              job.comm);
}

MPI_CASE(alltoallv) { // rank i sends j + 1 numbers to rank j
  const auto size = static_cast<std::size_t>(job.size);
  std::vector<int> sends(size), send_starts(size), expects(size, job.rank + 1),
      receive_starts(size);
  std::iota(sends.begin(), sends.end(), 1);
  if (job.wrong && job.rank == 1)
    expects[0] = 1;
  std::exclusive_scan(sends.begin(), sends.end(), send_starts.begin(), 0);
  std::exclusive_scan(expects.begin(), expects.end(), receive_starts.begin(), 0);
  std::vector<int> out(100, job.rank), in(100);
  // @alltoallv
  MPI_Alltoallv(out.data(), sends.data(), send_starts.data(), MPI_INT, in.data(), expects.data(),
                receive_starts.data(), MPI_INT, job.comm);
}

MPI_CASE(allgatherv) {
  const int mine = job.rank + 1;
  std::vector<int> values(static_cast<std::size_t>(mine), job.rank), counts, starts;
  int total = 0;
  for (int rank = 0; rank < job.size; ++rank) {
    counts.push_back(job.wrong && job.rank == 1 && rank == 2 ? 2 : rank + 1);
    starts.push_back(total);
    total += rank + 1;
  }
  std::vector<int> all(static_cast<std::size_t>(total));
  // @allgatherv
  MPI_Allgatherv(values.data(), mine, MPI_INT, all.data(), counts.data(), starts.data(), MPI_INT,
                 job.comm);
}

MPI_CASE(receive_count_of_all) {
  const std::size_t size = static_cast<std::size_t>(job.size);
  std::vector<int> all(size * size);
  // @receive_count_of_all
  MPI_Allgather(&job.rank, 1, MPI_INT, all.data(), job.wrong ? job.size : 1, MPI_INT, job.comm);
}

MPI_CASE(scatter_of_all) {
  const std::size_t size = static_cast<std::size_t>(job.size);
  std::vector<double> all(size * size);
  double own = 0;
  // What the others give as what they send means nothing.
  const int count = job.rank != 1 ? 7 : job.wrong ? job.size : 1;
  // @scatter_of_all
  MPI_Scatter(all.data(), count, MPI_DOUBLE, &own, 8, MPI_BYTE, 1, job.comm);
}

MPI_CASE(overlapping_buffers) {
  std::array<int, 8> values{};
  if (job.wrong)
    // @overlapping_buffers
    MPI_Allreduce(values.data(), values.data() + 2, 4, MPI_INT, MPI_SUM, job.comm);
  else
    MPI_Allreduce(MPI_IN_PLACE, values.data(), 4, MPI_INT, MPI_SUM, job.comm);
}

MPI_CASE(early_exit) {
  int sum = 0;
  if (job.wrong && job.rank == 1) { // once the others have had the time to come to their call
    for (int other = 0; other < job.size - 1; ++other)
      MPI_Recv(&sum, 1, MPI_INT, MPI_ANY_SOURCE, 0, job.comm, MPI_STATUS_IGNORE);
    std::this_thread::sleep_for(std::chrono::milliseconds(500));
    std::_Exit(0);
  }
  if (job.wrong)
    MPI_Send(&job.rank, 1, MPI_INT, 1, 0, job.comm);
  // @early_exit
  MPI_Allreduce(&job.rank, &sum, 1, MPI_INT, MPI_SUM, job.comm);
}

MPI_CASE(exception) {
  int bad = job.wrong && job.rank == 1 ? 1 : 0, sum = 0;
  if (bad != 0)
    throw std::runtime_error("bad input");
  // @exception
  MPI_Allreduce(&bad, &sum, 1, MPI_INT, MPI_SUM, job.comm);
}
