#pragma once

#include "brigade/runtime/kernels/matrix_view.hpp"

namespace brigade {

/// What a batch of rows adds up to.
struct LossSums {
  double loss =
      0; ///< sum over rows of -log softmax(logits)[label]; NaN or infinite where a logit is
  std::int64_t correct = 0; ///< rows whose largest logit (the first of equals) is the label's
};

/// Turns logits (rows, classes) in place into the gradient of `scale` times the summed loss:
/// scale · (softmax(logits) - onehot(label)). Each row's largest logit is subtracted first, so no
/// exponential overflows; sums are in double. `scale` is 1 / (global batch) where the loss is the
/// batch's mean.
/// @param labels one a row, each in [0, classes).
template <class T>
LossSums softmax_cross_entropy(MatrixView<T> logits, std::span<const std::int32_t> labels, T scale);

/// The same sums without the gradient, for a test set; leaves the logits as they are.
template <class T>
LossSums softmax_loss(MatrixView<const T> logits, std::span<const std::int32_t> labels);

} // namespace brigade
