#include "exercise.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace kitchen {

// [softmax_cross_entropy]
LossAndGradient softmax_cross_entropy(const Matrix &logits,
                                      const xt::xtensor<std::int32_t, 1> &labels,
                                      std::int64_t global_batch) {
  const std::size_t rows = logits.shape(0), classes = logits.shape(1);
  if (labels.shape(0) != rows || global_batch < 1)
    throw std::invalid_argument("softmax_cross_entropy: one label a row, and a batch of rows");
  const auto batch = static_cast<double>(global_batch);
  double loss = 0;
  auto gradient = Matrix::from_shape({rows, classes});
  for (std::size_t i = 0; i < rows; ++i) {
    if (labels(i) < 0 || static_cast<std::size_t>(labels(i)) >= classes)
      throw std::invalid_argument("softmax_cross_entropy: a label names no class");
    const auto label = static_cast<std::size_t>(labels(i));
    double largest = logits(i, 0);
    for (std::size_t j = 1; j < classes; ++j)
      largest = std::max(largest, logits(i, j));
    double total = 0; // at least 1: the largest logit adds exp(0)
    for (std::size_t j = 0; j < classes; ++j)
      total += std::exp(logits(i, j) - largest);
    loss += std::log(total) - (logits(i, label) - largest);
    for (std::size_t j = 0; j < classes; ++j) {
      const double probability = std::exp(logits(i, j) - largest) / total;
      gradient(i, j) = (probability - (j == label ? 1 : 0)) / batch;
    }
  }
  return {loss / batch, gradient};
}
// [softmax_cross_entropy]

} // namespace kitchen
