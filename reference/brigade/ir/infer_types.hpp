#pragma once

#include "brigade/ir/program.hpp"

#include <span>
#include <vector>

namespace brigade {

/// Types of an instruction's results. `callee` is the block that call, manual and grad name, else
/// null. Collectives leave the size of the whole array as it is.
/// Throws InputError beginning with the operation and its operands, "dot(f32[8, 4], f32[5, 2]): …",
/// that names the dimensions that do not fit, and what would.
std::vector<TensorType> infer_types(Operation operation, std::span<const TensorType> operands,
                                    const Attributes &attributes, const Block *callee = nullptr);

} // namespace brigade
