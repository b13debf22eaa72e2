#pragma once

#include "brigade/comm/job/group_state.hpp"
#include "brigade/comm/messages/started_operation.hpp"
#include "brigade/core/dtype.hpp"
#include "brigade/core/reduce_op.hpp"

#include <cstddef>
#include <memory>
#include <span>

namespace brigade {

/// The MPI library's own collectives, in their nonblocking form so that they can be waited for
/// politely, on the group's communicator. Sizes and buffers as in the functions of the same names.
/// Throw InputError where a count is above what an int holds.
std::shared_ptr<StartedOperation> library_all_reduce(const GroupState &group, void *data,
                                                     std::size_t count, DType type, ReduceOp op);
std::shared_ptr<StartedOperation> library_reduce_scatter(const GroupState &group, const void *input,
                                                         void *output,
                                                         std::span<const std::size_t> counts,
                                                         DType type, ReduceOp op);
std::shared_ptr<StartedOperation> library_all_gather(const GroupState &group, const void *input,
                                                     void *output,
                                                     std::span<const std::size_t> counts,
                                                     DType type);
std::shared_ptr<StartedOperation> library_all_to_all(const GroupState &group, const void *input,
                                                     void *output,
                                                     std::span<const std::size_t> send_counts,
                                                     std::span<const std::size_t> receive_counts,
                                                     DType type);
std::shared_ptr<StartedOperation> library_broadcast(const GroupState &group, void *data,
                                                    std::size_t count, DType type, int root);
std::shared_ptr<StartedOperation> library_barrier(const GroupState &group);

} // namespace brigade
