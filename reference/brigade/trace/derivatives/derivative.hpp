#pragma once

#include "brigade/trace/tensor.hpp"

#include <cstddef>
#include <string_view>
#include <vector>

namespace brigade {

/// An instruction with one result, seen backwards.
struct BackwardStep {
  const Instruction &instruction;
  const std::vector<Tensor> &operands;
  const Tensor &result;
  const Tensor &cotangent; ///< the loss by the result
};

/// The loss by operand i, recorded with functions of Tensors (so that it has a derivative too). Is
/// asked for operands of f32 and f64 only.
using DerivativeRule = Tensor (*)(const BackwardStep &step, std::size_t i);

/// What is known of an operation's derivative: a rule, or why there is none.
struct Derivative {
  DerivativeRule rule = nullptr;
  std::string_view why_none = {};
  bool is_error = false; ///< without a rule: the user must hear it; else the derivative is zero
};

/// Barrier and call, which may have several results, are not told here: backpropagate knows them.
Derivative derivative(Operation operation);

// The rules stand one an operation, in files by kind.
Tensor neg_derivative(const BackwardStep &step, std::size_t i);
Tensor relu_derivative(const BackwardStep &step, std::size_t i);
Tensor tanh_derivative(const BackwardStep &step, std::size_t i);
Tensor gelu_derivative(const BackwardStep &step, std::size_t i);
Tensor sigmoid_derivative(const BackwardStep &step, std::size_t i);
Tensor exp_derivative(const BackwardStep &step, std::size_t i);
Tensor log_derivative(const BackwardStep &step, std::size_t i);
Tensor sqrt_derivative(const BackwardStep &step, std::size_t i);
Tensor rsqrt_derivative(const BackwardStep &step, std::size_t i);
Tensor abs_derivative(const BackwardStep &step, std::size_t i);
Tensor convert_derivative(const BackwardStep &step, std::size_t i);
Tensor add_derivative(const BackwardStep &step, std::size_t i);
Tensor sub_derivative(const BackwardStep &step, std::size_t i);
Tensor mul_derivative(const BackwardStep &step, std::size_t i);
Tensor div_derivative(const BackwardStep &step, std::size_t i);
Tensor max_derivative(const BackwardStep &step, std::size_t i);
Tensor min_derivative(const BackwardStep &step, std::size_t i);
Tensor pow_derivative(const BackwardStep &step, std::size_t i);
Tensor select_derivative(const BackwardStep &step, std::size_t i);

Tensor broadcast_derivative(const BackwardStep &step, std::size_t i);
Tensor reshape_derivative(const BackwardStep &step, std::size_t i);
Tensor transpose_derivative(const BackwardStep &step, std::size_t i);
Tensor slice_derivative(const BackwardStep &step, std::size_t i);
Tensor pad_derivative(const BackwardStep &step, std::size_t i);
Tensor concat_derivative(const BackwardStep &step, std::size_t i);
Tensor reverse_derivative(const BackwardStep &step, std::size_t i);

Tensor dot_derivative(const BackwardStep &step, std::size_t i);

Tensor sum_derivative(const BackwardStep &step, std::size_t i);
Tensor max_reduce_derivative(const BackwardStep &step, std::size_t i);
Tensor min_reduce_derivative(const BackwardStep &step, std::size_t i);

Tensor gather_derivative(const BackwardStep &step, std::size_t i);
Tensor scatter_add_derivative(const BackwardStep &step, std::size_t i);
Tensor update_row_derivative(const BackwardStep &step, std::size_t i);

Tensor constraint_derivative(const BackwardStep &step, std::size_t i);

} // namespace brigade
