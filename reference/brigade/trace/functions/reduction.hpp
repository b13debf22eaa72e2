#pragma once

#include "brigade/trace/tensor.hpp"

#include <cstdint>
#include <vector>

namespace brigade {

struct ReduceOptions {
  bool keep_dims = false; ///< reduced dimensions stay, with size 1
};

// Over some dimensions (negative ones count from the last backwards), or all; the mean of f32 or
// f64 only. Of no elements, the sum is 0, the largest -inf, the smallest inf, the mean not a
// number.

Tensor sum(Operand x);
Tensor sum(Operand x, const std::vector<std::int64_t> &dims, ReduceOptions options = {});
Tensor mean(Operand x);
Tensor mean(Operand x, const std::vector<std::int64_t> &dims, ReduceOptions options = {});
Tensor max(Operand x);
Tensor max(Operand x, const std::vector<std::int64_t> &dims, ReduceOptions options = {});
Tensor min(Operand x);
Tensor min(Operand x, const std::vector<std::int64_t> &dims, ReduceOptions options = {});
/// Index of the largest element along a dimension, the first one of equals, as i32.
Tensor argmax(Operand x, std::int64_t dim);

/// log(sum(exp(x))) over a dimension, without overflow.
Tensor logsumexp(Operand x, std::int64_t dim, ReduceOptions options = {});
/// exp(x) / sum(exp(x)) over a dimension.
Tensor softmax(Operand x, std::int64_t dim);
/// log(softmax(x)), without its rounding to 0.
Tensor log_softmax(Operand x, std::int64_t dim);

} // namespace brigade
