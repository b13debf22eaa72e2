#include "brigade/runtime/kernels/activation.hpp"

#include <xsimd/xsimd.hpp>

#include <algorithm>
#include <cmath>

namespace brigade {

namespace {

template <class T> void tanh_row(T *__restrict y, const T *__restrict bias, std::int64_t columns) {
  using Batch = xsimd::batch<T>;
  constexpr auto width = static_cast<std::int64_t>(Batch::size);
  std::int64_t j = 0;
  for (; j + width <= columns; j += width)
    xsimd::tanh(Batch::load_unaligned(y + j) + Batch::load_unaligned(bias + j))
        .store_unaligned(y + j);
  for (; j < columns; ++j)
    y[j] = std::tanh(y[j] + bias[j]);
}

// One row of activation_gradient for any derivative; the columns are independent, so it vectorises.
template <class T, class Derivative>
void gradient_rows(MatrixView<T> dy, MatrixView<const T> y, T *__restrict sums,
                   Derivative derivative) {
  for (std::int64_t i = 0; i < dy.rows; ++i) {
    T *__restrict dy_row = dy.row(i);
    const T *__restrict y_row = y.row(i);
    for (std::int64_t j = 0; j < dy.columns; ++j) {
      const T gradient = derivative(dy_row[j], y_row[j]);
      dy_row[j] = gradient;
      sums[j] += gradient;
    }
  }
}

} // namespace

template <class T>
void add_bias_and_activate(MatrixView<T> y, std::span<const T> bias, Activation activation) {
  const T *__restrict b = bias.data();
  for (std::int64_t i = 0; i < y.rows; ++i) {
    T *__restrict row = y.row(i);
    switch (activation) {
    case Activation::none:
      for (std::int64_t j = 0; j < y.columns; ++j)
        row[j] += b[j];
      break;
    case Activation::relu:
      for (std::int64_t j = 0; j < y.columns; ++j) {
        const T sum = row[j] + b[j];
        row[j] = T(0) > sum
                     ? T(0)
                     : sum; // this way round a NaN passes, and the compiler has one instruction
      }
      break;
    case Activation::tanh:
      tanh_row(row, b, y.columns);
      break;
    }
  }
}

template <class T>
void activation_gradient(MatrixView<T> dy, MatrixView<const T> y, Activation activation,
                         std::span<T> bias_gradient) {
  std::ranges::fill(bias_gradient, T(0));
  T *sums = bias_gradient.data();
  switch (activation) {
  case Activation::none:
    for (std::int64_t i = 0; i < dy.rows; ++i) {
      const T *__restrict row = dy.row(i);
      T *__restrict totals = sums;
      for (std::int64_t j = 0; j < dy.columns; ++j)
        totals[j] += row[j];
    }
    break;
  case Activation::relu:
    gradient_rows(dy, y, sums, [](T d, T out) { return out > T(0) ? d : T(0); });
    break;
  case Activation::tanh:
    gradient_rows(dy, y, sums, [](T d, T out) { return d * (T(1) - out * out); });
    break;
  }
}

template void add_bias_and_activate(MatrixView<float>, std::span<const float>, Activation);
template void add_bias_and_activate(MatrixView<double>, std::span<const double>, Activation);
template void activation_gradient(MatrixView<float>, MatrixView<const float>, Activation,
                                  std::span<float>);
template void activation_gradient(MatrixView<double>, MatrixView<const double>, Activation,
                                  std::span<double>);

} // namespace brigade
