#pragma once

#include "brigade/trace/tensor.hpp"

#include <cstdint>
#include <source_location>
#include <vector>

namespace brigade {

/// Repeats along dimensions that the operand lacks in front, or that are 1, as NumPy does.
Tensor broadcast_to(Operand x, const Shape &shape);
/// Dimension i of the operand becomes dimension dims[i] of the result; its size is the same, or 1.
Tensor broadcast(Operand x, const Shape &shape, const std::vector<std::int64_t> &dims);
/// One size may be -1: what remains.
Tensor reshape(Operand x, Shape shape);
/// All dimensions in the opposite order.
Tensor transpose(Operand x);
/// Dimension i of the result is dimension perm[i] of the operand.
Tensor transpose(Operand x, std::vector<std::int64_t> perm);
/// Elements start, start + step, … below limit, of each dimension. No steps: 1 throughout.
Tensor slice(Operand x, const std::vector<std::int64_t> &start,
             const std::vector<std::int64_t> &limit, const std::vector<std::int64_t> &step = {});
/// So many elements of one value before and behind each dimension.
Tensor pad(Operand x, const std::vector<std::int64_t> &low, const std::vector<std::int64_t> &high,
           double value = 0);
/// Operands behind each other along a dimension (negative: from the last one backwards).
Tensor concat(const std::vector<Tensor> &operands, std::int64_t dim,
              std::source_location where = std::source_location::current());
Tensor reverse(Operand x, const std::vector<std::int64_t> &dims);

} // namespace brigade
