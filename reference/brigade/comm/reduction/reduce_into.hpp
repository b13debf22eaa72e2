#pragma once

#include "brigade/core/reduce_op.hpp"
#include "brigade/comm/reduction/order.hpp"
#include "brigade/core/dtype.hpp"

#include <cstddef>

namespace brigade {

/// target[i] = target[i] op source[i], operands in the given order. A mean is summed here and
/// divided by divide_by() once it is complete. max and min keep a NaN from either side. Throws
/// InputError for sums of booleans; their max is "any" and their min "all".
void reduce_into(void *target, const void *source, std::size_t count, DType type, ReduceOp op,
                 Order order = Order::target_first);

/// target[i] /= ranks. Floating types only.
void divide_by(void *target, std::size_t count, DType type, int ranks);

} // namespace brigade
