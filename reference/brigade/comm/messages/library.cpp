#include "brigade/comm/messages/library.hpp"

#include "brigade/comm/algorithms/schedule.hpp"
#include "brigade/comm/messages/scheduled_operation.hpp"
#include "brigade/comm/mpi_error.hpp"
#include "brigade/comm/reduction/reduce_into.hpp"

#include <fmt/format.h>
#include <functional>
#include <limits>
#include <mpi.h>
#include <vector>

namespace brigade {
namespace {

/// Counts and displacements as MPI wants them. They must live until the operation is done.
struct Blocks {
  Blocks() = default;
  explicit Blocks(std::span<const std::size_t> sizes) {
    const auto offsets = offsets_of(sizes);
    if (offsets.back() > static_cast<std::size_t>(std::numeric_limits<int>::max()))
      throw InputError(fmt::format("the MPI library takes at most {} elements here, not {}; choose "
                                   "another algorithm",
                                   std::numeric_limits<int>::max(), offsets.back()));
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      counts.push_back(static_cast<int>(sizes[i]));
      displacements.push_back(static_cast<int>(offsets[i]));
    }
  }
  std::vector<int> counts, displacements;
};

struct LibraryOperation : StartedOperation {
  bool advance() override {
    int is_done = 0;
    check(PMPI_Test(&request, &is_done, MPI_STATUS_IGNORE), "MPI_Test");
    if (is_done && finish)
      finish();
    return is_done != 0;
  }
  bool abandon() noexcept override { return false; } // a collective of MPI cannot be cancelled

  MPI_Request request = MPI_REQUEST_NULL;
  Blocks sent, received;
  std::function<void()> finish;
};

MPI_Op mpi_op_of(ReduceOp op) {
  switch (op) {
  case ReduceOp::sum:
  case ReduceOp::mean:
    return MPI_SUM;
  case ReduceOp::max:
    return MPI_MAX;
  case ReduceOp::min:
    return MPI_MIN;
  }
  return MPI_OP_NULL;
}

void divide_where_mean(LibraryOperation &operation, const GroupState &group, void *data,
                       std::size_t count, DType type, ReduceOp op) {
  if (op == ReduceOp::mean)
    operation.finish = [data, count, type, ranks = static_cast<int>(group.members.size())] {
      divide_by(data, count, type, ranks);
    };
}

int int_of(std::size_t count) {
  return Blocks(std::span<const std::size_t>(&count, 1)).counts.front();
}

} // namespace

std::shared_ptr<StartedOperation> library_all_reduce(const GroupState &group, void *data,
                                                     std::size_t count, DType type, ReduceOp op) {
  auto operation = std::make_shared<LibraryOperation>();
  divide_where_mean(*operation, group, data, count, type, op);
  check(PMPI_Iallreduce(MPI_IN_PLACE, data, int_of(count), mpi_type_of(type), mpi_op_of(op),
                        group.library, &operation->request),
        "MPI_Iallreduce");
  return operation;
}

std::shared_ptr<StartedOperation> library_reduce_scatter(const GroupState &group, const void *input,
                                                         void *output,
                                                         std::span<const std::size_t> counts,
                                                         DType type, ReduceOp op) {
  auto operation = std::make_shared<LibraryOperation>();
  operation->received = Blocks(counts);
  divide_where_mean(*operation, group, output, counts[static_cast<std::size_t>(group.rank)], type,
                    op);
  check(PMPI_Ireduce_scatter(input, output, operation->received.counts.data(), mpi_type_of(type),
                             mpi_op_of(op), group.library, &operation->request),
        "MPI_Ireduce_scatter");
  return operation;
}

std::shared_ptr<StartedOperation> library_all_gather(const GroupState &group, const void *input,
                                                     void *output,
                                                     std::span<const std::size_t> counts,
                                                     DType type) {
  auto operation = std::make_shared<LibraryOperation>();
  operation->received = Blocks(counts);
  const auto place = static_cast<std::size_t>(group.rank);
  const auto displacement = static_cast<std::size_t>(operation->received.displacements[place]);
  const bool in_place = input == static_cast<std::byte *>(output) + displacement * size_of(type);
  check(PMPI_Iallgatherv(in_place ? MPI_IN_PLACE : input, operation->received.counts[place],
                         mpi_type_of(type), output, operation->received.counts.data(),
                         operation->received.displacements.data(), mpi_type_of(type), group.library,
                         &operation->request),
        "MPI_Iallgatherv");
  return operation;
}

std::shared_ptr<StartedOperation> library_all_to_all(const GroupState &group, const void *input,
                                                     void *output,
                                                     std::span<const std::size_t> send_counts,
                                                     std::span<const std::size_t> receive_counts,
                                                     DType type) {
  auto operation = std::make_shared<LibraryOperation>();
  operation->sent = Blocks(send_counts);
  operation->received = Blocks(receive_counts);
  check(PMPI_Ialltoallv(input, operation->sent.counts.data(), operation->sent.displacements.data(),
                        mpi_type_of(type), output, operation->received.counts.data(),
                        operation->received.displacements.data(), mpi_type_of(type), group.library,
                        &operation->request),
        "MPI_Ialltoallv");
  return operation;
}

std::shared_ptr<StartedOperation> library_broadcast(const GroupState &group, void *data,
                                                    std::size_t count, DType type, int root) {
  auto operation = std::make_shared<LibraryOperation>();
  check(
      PMPI_Ibcast(data, int_of(count), mpi_type_of(type), root, group.library, &operation->request),
      "MPI_Ibcast");
  return operation;
}

std::shared_ptr<StartedOperation> library_barrier(const GroupState &group) {
  auto operation = std::make_shared<LibraryOperation>();
  check(PMPI_Ibarrier(group.library, &operation->request), "MPI_Ibarrier");
  return operation;
}

} // namespace brigade
