#pragma once

#include "brigade/core/reduce_op.hpp"
#include "brigade/ir/program.hpp"

#include <optional>
#include <vector>

namespace brigade {

/// The kind of reduction that the result still awaits, where some operands are unreduced over the
/// same axes and await `reduction`, and the others hold the same everywhere along these. None where
/// the operation needs whole operands: then f(a + b) is not f(a) + f(b).
/// Sums pass through sums and differences of two that are both unreduced, through products with,
/// and quotients by, what is whole, through dot, negation, and changes of shape; maxima and minima
/// through changes of shape, max or min, and, of floating-point numbers, negation, which swaps
/// them. This holds of finite numbers and of divisors that are not 0: else a device may add its
/// share 0 times infinity, or 0 / 0, and the sum is NaN where one device has infinity.
std::optional<ReduceOp> unreduced_result(const Block &block, const Instruction &instruction,
                                         const std::vector<bool> &operand_is_unreduced,
                                         ReduceOp reduction);

} // namespace brigade
