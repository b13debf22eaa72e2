#pragma once

#include "brigade/trace/tensor.hpp"

#include <string>
#include <vector>

namespace brigade {

/// The operand as a Tensor; a number becomes a constant f32[].
Tensor as_tensor(const Operand &operand, const std::string &what);

/// Operands of one elementwise operation, as NumPy joins them: numbers take the type of the Tensors
/// among them, and shapes are repeated along dimensions that they lack in front, or that are 1.
/// Throws InputError naming the operation, the shapes and the line, if that is not possible or
/// there is no Tensor. `first` operands have an element type of their own (what select chooses by).
std::vector<Tensor> broadcast_together(const std::string &what,
                                       const std::vector<Operand> &operands, std::size_t first = 0);

/// Dimensions as an operation wants them: counted from the front, ascending. Negative ones count
/// from the last one backwards.
std::vector<std::int64_t> dimensions(std::vector<std::int64_t> dims, std::size_t rank);

} // namespace brigade
