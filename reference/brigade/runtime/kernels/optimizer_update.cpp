#include "brigade/runtime/kernels/optimizer_update.hpp"

#include <cmath>
#include <cstddef>

namespace brigade {

template <class T>
void sgd_momentum_update(std::span<T> weights, std::span<const T> gradient, std::span<T> velocity,
                         T learning_rate, T momentum) {
  T *__restrict w = weights.data();
  T *__restrict v = velocity.data();
  const T *__restrict g = gradient.data();
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const T moved = momentum * v[i] + g[i];
    v[i] = moved;
    w[i] -= learning_rate * moved;
  }
}

template <class T>
AdamCoefficients<T> adam_coefficients(double learning_rate, double beta1, double beta2,
                                      double epsilon, long step) {
  const auto n = static_cast<double>(step);
  return {.beta1 = static_cast<T>(beta1),
          .beta2 = static_cast<T>(beta2),
          .epsilon = static_cast<T>(epsilon),
          .step_size = static_cast<T>(learning_rate / (1 - std::pow(beta1, n))),
          .root_correction = static_cast<T>(1 / std::sqrt(1 - std::pow(beta2, n)))};
}

template <class T>
void adam_update(std::span<T> weights, std::span<const T> gradient, std::span<T> mean,
                 std::span<T> square, const AdamCoefficients<T> &coefficients) {
  T *__restrict w = weights.data();
  T *__restrict m = mean.data();
  T *__restrict s = square.data();
  const T *__restrict g = gradient.data();
  const AdamCoefficients<T> c = coefficients; // a copy: the stores below cannot change it
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const T new_mean = c.beta1 * m[i] + (T(1) - c.beta1) * g[i];
    const T new_square = c.beta2 * s[i] + (T(1) - c.beta2) * g[i] * g[i];
    m[i] = new_mean;
    s[i] = new_square;
    w[i] -= c.step_size * new_mean / (std::sqrt(new_square) * c.root_correction + c.epsilon);
  }
}

template void sgd_momentum_update(std::span<float>, std::span<const float>, std::span<float>, float,
                                  float);
template void sgd_momentum_update(std::span<double>, std::span<const double>, std::span<double>,
                                  double, double);
template AdamCoefficients<float> adam_coefficients(double, double, double, double, long);
template AdamCoefficients<double> adam_coefficients(double, double, double, double, long);
template void adam_update(std::span<float>, std::span<const float>, std::span<float>,
                          std::span<float>, const AdamCoefficients<float> &);
template void adam_update(std::span<double>, std::span<const double>, std::span<double>,
                          std::span<double>, const AdamCoefficients<double> &);

} // namespace brigade
