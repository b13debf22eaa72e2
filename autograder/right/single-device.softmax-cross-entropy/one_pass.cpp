// right: largest logit and sum in one pass, the sum rescaled whenever a larger logit comes
#include "exercise.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
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
  const double part = 1 / static_cast<double>(global_batch);
  LossAndGradient result{0, xt::zeros<double>({logits.shape(0), logits.shape(1)})};
  for (std::size_t i = logits.shape(0); i-- > 0;) {
    double largest = -std::numeric_limits<double>::infinity(), total = 0;
    for (std::size_t j = 0; j < logits.shape(1); ++j) {
      const double shift = std::max(largest, logits(i, j));
      total = total * std::exp(largest - shift) + std::exp(logits(i, j) - shift);
      largest = shift;
    }
    for (std::size_t j = 0; j < logits.shape(1); ++j)
      result.gradient(i, j) = part * std::exp(logits(i, j) - largest) / total;
    const auto label = static_cast<std::size_t>(labels(i));
    result.gradient(i, label) -= part;
    result.loss += part * (largest - logits(i, label) + std::log(total));
  }
  return result;
}

} // namespace kitchen
