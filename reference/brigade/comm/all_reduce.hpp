#pragma once

#include "brigade/comm/algorithm.hpp"
#include "brigade/comm/group.hpp"
#include "brigade/comm/pending.hpp"
#include "brigade/core/reduce_op.hpp"
#include "brigade/core/dtype.hpp"

#include <cstddef>
#include <span>

namespace brigade {

/// Joins `count` elements of every member's `data` and leaves the result, the same bits, on every
/// member. Throws InputError for the mean of integers, or an algorithm that cannot do it.
void all_reduce(const Group &group, void *data, std::size_t count, DType type, ReduceOp op,
                Algorithm algorithm = Algorithm::automatic);
Pending start_all_reduce(const Group &group, void *data, std::size_t count, DType type, ReduceOp op,
                         Algorithm algorithm = Algorithm::automatic);

template <Element T>
void all_reduce(const Group &group, std::span<T> data, ReduceOp op = ReduceOp::sum,
                Algorithm algorithm = Algorithm::automatic) {
  all_reduce(group, data.data(), data.size(), dtype_of<T>(), op, algorithm);
}
template <Element T>
Pending start_all_reduce(const Group &group, std::span<T> data, ReduceOp op = ReduceOp::sum,
                         Algorithm algorithm = Algorithm::automatic) {
  return start_all_reduce(group, data.data(), data.size(), dtype_of<T>(), op, algorithm);
}

} // namespace brigade
