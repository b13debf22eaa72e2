#include "brigade/runtime/kernels/softmax_cross_entropy.hpp"

#include <xsimd/xsimd.hpp>

#include <cmath>

namespace brigade {

namespace {

template <class T> std::int64_t place_of_largest(const T *row, std::int64_t columns) {
  std::int64_t place = 0;
  for (std::int64_t j = 1; j < columns; ++j)
    if (row[j] > row[place])
      place = j;
  return place;
}

// Rows are short (10 classes), so one exp over all of them fills the vectors where one a row would
// not.
template <class T> void exp_in_place(std::span<T> values) {
  using Batch = xsimd::batch<T>;
  std::size_t i = 0;
  for (; i + Batch::size <= values.size(); i += Batch::size)
    xsimd::exp(Batch::load_unaligned(&values[i])).store_unaligned(&values[i]);
  for (; i < values.size(); ++i)
    values[i] = std::exp(values[i]);
}

} // namespace

template <class T>
LossSums softmax_cross_entropy(MatrixView<T> logits, std::span<const std::int32_t> labels,
                               T scale) {
  LossSums sums;
  const std::int64_t classes = logits.columns;
  for (std::int64_t i = 0; i < logits.rows; ++i) {
    T *row = logits.row(i);
    const std::int32_t label = labels[static_cast<std::size_t>(i)];
    const std::int64_t largest = place_of_largest(row, classes);
    const T shift = row[largest];
    sums.correct += largest == label;
    for (std::int64_t j = 0; j < classes; ++j)
      row[j] -= shift;
    sums.loss -= static_cast<double>(row[label]);
  }
  exp_in_place(logits.elements());
  for (std::int64_t i = 0; i < logits.rows; ++i) {
    T *row = logits.row(i);
    double total = 0;
    for (std::int64_t j = 0; j < classes; ++j)
      total += static_cast<double>(row[j]);
    sums.loss += std::log(total);
    const T factor = static_cast<T>(static_cast<double>(scale) / total);
    for (std::int64_t j = 0; j < classes; ++j)
      row[j] *= factor;
    row[labels[static_cast<std::size_t>(i)]] -= scale;
  }
  return sums;
}

template <class T>
LossSums softmax_loss(MatrixView<const T> logits, std::span<const std::int32_t> labels) {
  LossSums sums;
  for (std::int64_t i = 0; i < logits.rows; ++i) {
    const T *row = logits.row(i);
    const std::int32_t label = labels[static_cast<std::size_t>(i)];
    const std::int64_t largest = place_of_largest(row, logits.columns);
    double total = 0;
    for (std::int64_t j = 0; j < logits.columns; ++j)
      total += std::exp(static_cast<double>(row[j] - row[largest]));
    sums.correct += largest == label;
    sums.loss += std::log(total) - static_cast<double>(row[label] - row[largest]);
  }
  return sums;
}

template LossSums softmax_cross_entropy(MatrixView<float>, std::span<const std::int32_t>, float);
template LossSums softmax_cross_entropy(MatrixView<double>, std::span<const std::int32_t>, double);
template LossSums softmax_loss(MatrixView<const float>, std::span<const std::int32_t>);
template LossSums softmax_loss(MatrixView<const double>, std::span<const std::int32_t>);

} // namespace brigade
