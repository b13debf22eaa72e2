// expect: wrong; words: 3 elements are not a finite number
// mistake: one shift for all rows: a row far below the largest underflows
#include "exercise.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <stdexcept>

namespace kitchen {

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
  double of_all = -1e300;
  for (const double value : logits)
    of_all = std::max(of_all, value);
  for (std::size_t i = 0; i < logits.shape(0); ++i) {
    const auto label = static_cast<std::size_t>(labels(i));
    const double largest = of_all;
    double total = 0;
    for (std::size_t j = 0; j < logits.shape(1); ++j)
      total += std::exp(logits(i, j) - largest);
    loss += std::log(total) - (logits(i, label) - largest);
    for (std::size_t j = 0; j < logits.shape(1); ++j)
      gradient(i, j) = (std::exp(logits(i, j) - largest) / total - (j == label ? 1 : 0)) / batch;
  }
  return {loss / batch, gradient};
}

} // namespace kitchen
