#pragma once

#include "brigade/comm/algorithm.hpp"
#include "brigade/comm/buffer.hpp"
#include "brigade/comm/group.hpp"
#include "brigade/comm/pending.hpp"
#include "brigade/core/reduce_op.hpp"
#include "brigade/core/dtype.hpp"

#include <cstddef>
#include <span>
#include <type_traits>

namespace brigade {

/// Joins every member's `in` and leaves block i of the result on member i. `counts[i]` is the size
/// of block i in elements (the blocks lie one after the other and fill `in`); without counts the
/// blocks are the balanced ones of block_of(in.count, n, i). `in` and `out` must not overlap.
/// Throws InputError where counts, `in` and `out` do not fit each other, and for the mean of
/// integers.
void reduce_scatter(const Group &group, ConstBuffer in, Buffer out,
                    std::span<const std::size_t> counts, DType type, ReduceOp op,
                    Algorithm algorithm = Algorithm::automatic);
void reduce_scatter(const Group &group, ConstBuffer in, Buffer out, DType type, ReduceOp op,
                    Algorithm algorithm = Algorithm::automatic);
Pending start_reduce_scatter(const Group &group, ConstBuffer in, Buffer out,
                             std::span<const std::size_t> counts, DType type, ReduceOp op,
                             Algorithm algorithm = Algorithm::automatic);
Pending start_reduce_scatter(const Group &group, ConstBuffer in, Buffer out, DType type,
                             ReduceOp op, Algorithm algorithm = Algorithm::automatic);

template <Element T>
void reduce_scatter(const Group &group, std::type_identity_t<std::span<const T>> in,
                    std::span<T> out, ReduceOp op = ReduceOp::sum,
                    Algorithm algorithm = Algorithm::automatic) {
  reduce_scatter(group, ConstBuffer{in.data(), in.size()}, Buffer{out.data(), out.size()},
                 dtype_of<T>(), op, algorithm);
}
template <Element T>
void reduce_scatter(const Group &group, std::type_identity_t<std::span<const T>> in,
                    std::span<T> out, std::span<const std::size_t> counts,
                    ReduceOp op = ReduceOp::sum, Algorithm algorithm = Algorithm::automatic) {
  reduce_scatter(group, ConstBuffer{in.data(), in.size()}, Buffer{out.data(), out.size()}, counts,
                 dtype_of<T>(), op, algorithm);
}
template <Element T>
Pending start_reduce_scatter(const Group &group, std::type_identity_t<std::span<const T>> in,
                             std::span<T> out, ReduceOp op = ReduceOp::sum,
                             Algorithm algorithm = Algorithm::automatic) {
  return start_reduce_scatter(group, ConstBuffer{in.data(), in.size()},
                              Buffer{out.data(), out.size()}, dtype_of<T>(), op, algorithm);
}
template <Element T>
Pending start_reduce_scatter(const Group &group, std::type_identity_t<std::span<const T>> in,
                             std::span<T> out, std::span<const std::size_t> counts,
                             ReduceOp op = ReduceOp::sum,
                             Algorithm algorithm = Algorithm::automatic) {
  return start_reduce_scatter(group, ConstBuffer{in.data(), in.size()},
                              Buffer{out.data(), out.size()}, counts, dtype_of<T>(), op, algorithm);
}

} // namespace brigade
