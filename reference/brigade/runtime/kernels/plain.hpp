#pragma once

#include "brigade/runtime/kernels/activation.hpp"
#include "brigade/runtime/kernels/optimizer_update.hpp"
#include "brigade/runtime/kernels/softmax_cross_entropy.hpp"
#include "brigade/runtime/xtensor.hpp"

#include <cstddef>

/// The kernels of this folder as one would write them first: whole-array expressions of xtensor, a
/// formula a line. They are what the fused loops are tested against, and ten to forty times slower
/// where they broadcast or reduce.
namespace brigade::plain {

template <class T> using Matrix = xt::xtensor<T, 2>;
template <class T> using Vector = xt::xtensor<T, 1>;

/// (m, k) · (k, n), term by term.
template <class T> Matrix<T> product(const Matrix<T> &left, const Matrix<T> &right) {
  Matrix<T> out = xt::zeros<T>({left.shape(0), right.shape(1)});
  for (std::size_t i = 0; i < left.shape(0); ++i)
    for (std::size_t j = 0; j < right.shape(1); ++j)
      for (std::size_t k = 0; k < left.shape(1); ++k)
        out(i, j) += left(i, k) * right(k, j);
  return out;
}

template <class T>
Matrix<T> add_bias_and_activate(const Matrix<T> &sums, const Vector<T> &bias,
                                Activation activation) {
  switch (activation) {
  case Activation::relu:
    return xt::maximum(sums + bias, T(0));
  case Activation::tanh:
    return xt::tanh(sums + bias);
  case Activation::none:
    break;
  }
  return sums + bias;
}

template <class T>
Matrix<T> activation_gradient(const Matrix<T> &dy, const Matrix<T> &y, Activation activation) {
  switch (activation) {
  case Activation::relu:
    return xt::where(y > T(0), dy, T(0));
  case Activation::tanh:
    return dy * (T(1) - y * y);
  case Activation::none:
    break;
  }
  return dy;
}

// Where there are no elements xtensor's reductions step before their beginning.
template <class T> Vector<T> column_sum(const Matrix<T> &dy) {
  if (dy.size() == 0)
    return xt::zeros<T>({dy.shape(1)});
  return xt::sum(dy, {0});
}

template <class T> Matrix<T> softmax(const Matrix<T> &logits) {
  if (logits.size() == 0)
    return logits;
  const Matrix<T> largest = xt::amax(logits, {1}, xt::keep_dims);
  const Matrix<T> powers = xt::exp(logits - largest);
  const Matrix<T> totals =
      xt::sum(powers, {1}, xt::keep_dims); // left lazy, each element would sum its row again
  return powers / totals;
}

template <class T> Matrix<T> one_hot(std::span<const std::int32_t> labels, std::size_t classes) {
  Matrix<T> out = xt::zeros<T>({labels.size(), classes});
  for (std::size_t i = 0; i < labels.size(); ++i)
    out(i, static_cast<std::size_t>(labels[i])) = T(1);
  return out;
}

template <class T>
double cross_entropy(const Matrix<T> &logits, std::span<const std::int32_t> labels) {
  if (logits.size() == 0)
    return 0;
  const Matrix<double> wide = xt::cast<double>(logits);
  return -xt::sum(xt::log(softmax(wide)) * one_hot<double>(labels, logits.shape(1)))();
}

template <class T>
void sgd_momentum_update(Vector<T> &weights, const Vector<T> &gradient, Vector<T> &velocity,
                         T learning_rate, T momentum) {
  velocity = momentum * velocity + gradient;
  weights = weights - learning_rate * velocity;
}

template <class T>
void adam_update(Vector<T> &weights, const Vector<T> &gradient, Vector<T> &mean, Vector<T> &square,
                 T learning_rate, T beta1, T beta2, T epsilon, T step) {
  mean = beta1 * mean + (T(1) - beta1) * gradient;
  square = beta2 * square + (T(1) - beta2) * gradient * gradient;
  const Vector<T> mean_hat = mean / (T(1) - std::pow(beta1, step));
  const Vector<T> square_hat = square / (T(1) - std::pow(beta2, step));
  weights = weights - learning_rate * mean_hat / (xt::sqrt(square_hat) + epsilon);
}

} // namespace brigade::plain
