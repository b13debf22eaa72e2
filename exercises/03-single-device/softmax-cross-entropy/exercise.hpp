#pragma once

#include "trial/not_implemented.hpp"

#include <xtensor/xtensor.hpp>

#include <cstdint>

namespace kitchen {

using Matrix = xt::xtensor<double, 2>;

struct LossAndGradient {
  double loss = 0; ///< with the natural logarithm
  Matrix gradient; ///< of the loss with respect to the logits, (B, C)
};

/// Softmax cross-entropy, and its gradient. With p_i = softmax of row i,
///   loss = Σ over rows i of -log p_i(labels(i)) / global_batch,
///   gradient(i, j) = (p_i(j) - [j = labels(i)]) / global_batch.
///
/// @param logits (B, C), any finite numbers: ±10⁴ must not overflow, nor give NaN. B may be 0.
/// @param labels (B), each in [0, C).
/// @param global_batch the rows of the whole batch, of which `logits` may be a piece. Where all
///   divide by it, the losses of the pieces add up to the mean loss of the whole batch.
/// @return without rows: loss 0 and a gradient of shape (0, C).
/// Throws std::invalid_argument where there is not one label a row, a label lies outside [0, C), or
/// global_batch is below 1.
///
/// Pure: the arguments stay as they are, a second call returns the same. The trial also cuts the
/// batch into 1, 2, 3, 4 and 8 pieces, some of them without rows.
///
/// Example: logits = [[0, 0], [log 3, 0]], labels = [1, 0], global_batch = 2. The softmaxes are
/// [1/2, 1/2] and [3/4, 1/4]; loss = (log 2 + log 4/3) / 2 = 0.4904,
/// gradient = [[1/4, -1/4], [-1/8, 1/8]].
LossAndGradient softmax_cross_entropy(const Matrix &logits,
                                      const xt::xtensor<std::int32_t, 1> &labels,
                                      std::int64_t global_batch);

} // namespace kitchen
