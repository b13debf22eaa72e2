#pragma once

#include "brigade/comm/group.hpp"
#include "brigade/comm/pending.hpp"
#include "brigade/comm/reduce_op.hpp"
#include "brigade/core/dtype.hpp"

#include <cstddef>
#include <span>

namespace brigade {

/// Joins `count` elements of every member's `data` and leaves the result, the same bits, on every member.
void all_reduce(const Group &group, void *data, std::size_t count, DType type, ReduceOp op);
Pending start_all_reduce(const Group &group, void *data, std::size_t count, DType type, ReduceOp op);

template <Element T> void all_reduce(const Group &group, std::span<T> data, ReduceOp op = ReduceOp::sum) {
  all_reduce(group, data.data(), data.size(), dtype_of<T>(), op);
}
template <Element T>
Pending start_all_reduce(const Group &group, std::span<T> data, ReduceOp op = ReduceOp::sum) {
  return start_all_reduce(group, data.data(), data.size(), dtype_of<T>(), op);
}

} // namespace brigade
