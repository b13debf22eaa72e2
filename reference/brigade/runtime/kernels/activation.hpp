#pragma once

#include "brigade/runtime/kernels/matrix_view.hpp"

#include <string_view>

namespace brigade {

/// What a layer does to its sums. `none` is what the last layer has: its sums are the logits.
enum class Activation { none, relu, tanh };

constexpr std::string_view to_string(Activation activation) {
  switch (activation) {
  case Activation::none:
    return "none";
  case Activation::relu:
    return "relu";
  case Activation::tanh:
    return "tanh";
  }
  return "?";
}

/// y (rows, columns) ← activation(y + bias), the bias (columns) added to each row, in one pass. NaN
/// stays NaN.
template <class T>
void add_bias_and_activate(MatrixView<T> y, std::span<const T> bias, Activation activation);

/// From the gradient with respect to a layer's outputs y (rows, columns) to that with respect to
/// its sums, in place, and to the bias's gradient, in the same pass:
///   dy ← dy ⊙ activation'(y),   bias_gradient (columns) ← Σ over rows of dy.
/// The derivative is a function of the output: relu' = [y > 0], tanh' = 1 - y². With `none`, y is
/// not read.
template <class T>
void activation_gradient(MatrixView<T> dy, MatrixView<const T> y, Activation activation,
                         std::span<T> bias_gradient);

} // namespace brigade
