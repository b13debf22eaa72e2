#pragma once

#include "brigade/core/dtype.hpp"
#include "brigade/core/reduce_op.hpp"

namespace brigade {

/// Throws InputError where the type does not allow the operation: the mean of integers, sums of
/// booleans.
void check_reduction(DType type, ReduceOp op);

} // namespace brigade
