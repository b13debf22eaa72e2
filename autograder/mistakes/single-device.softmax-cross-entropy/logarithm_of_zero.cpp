// expect: wrong; words: `loss` is inf, not a finite number, the logarithm of 0
// mistake: the softmax underflows to 0 before its logarithm is taken
#include "exercise.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <stdexcept>

namespace kitchen {

static double row_largest(const Matrix &logits, std::size_t i) {
  double largest = logits(i, 0);
  for (std::size_t j = 1; j < logits.shape(1); ++j)
    largest = std::max(largest, logits(i, j));
  return largest;
}

LossAndGradient softmax_cross_entropy(const Matrix &logits,
                                      const xt::xtensor<std::int32_t, 1> &labels,
                                      std::int64_t global_batch) {
  if (labels.shape(0) != logits.shape(0) || global_batch < 1)
    throw std::invalid_argument("one label a row, and a batch of rows");
  for (const std::int32_t label : labels)
    if (label < 0 || label >= static_cast<std::int32_t>(logits.shape(1)))
      throw std::invalid_argument("a label names no class");
  const auto batch = static_cast<double>(global_batch);
  double loss = 0;
  auto gradient = Matrix::from_shape({logits.shape(0), logits.shape(1)});
  for (std::size_t i = 0; i < logits.shape(0); ++i) {
    const auto label = static_cast<std::size_t>(labels(i));
    const double largest = row_largest(logits, i);
    double total = 0;
    for (std::size_t j = 0; j < logits.shape(1); ++j)
      total += std::exp(logits(i, j) - largest);
    loss += -std::log(std::exp(logits(i, label) - largest) / total);
    for (std::size_t j = 0; j < logits.shape(1); ++j)
      gradient(i, j) = (std::exp(logits(i, j) - largest) / total - (j == label ? 1 : 0)) / batch;
  }
  return {loss / batch, gradient};
}

} // namespace kitchen
