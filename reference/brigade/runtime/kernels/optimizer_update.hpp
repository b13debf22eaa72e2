#pragma once

#include <span>

namespace brigade {

/// Stochastic gradient descent with (heavy-ball) momentum, in one pass over the three arrays:
///   velocity ← momentum · velocity + gradient,   weights ← weights - learning_rate · velocity.
template <class T>
void sgd_momentum_update(std::span<T> weights, std::span<const T> gradient, std::span<T> velocity,
                         T learning_rate, T momentum);

/// Adam's constants, and its two bias corrections for one step.
template <class T> struct AdamCoefficients {
  T beta1, beta2, epsilon;
  T step_size;       ///< learning_rate / (1 - beta1^step)
  T root_correction; ///< 1 / sqrt(1 - beta2^step)
};

/// @param step counts from 1.
template <class T>
AdamCoefficients<T> adam_coefficients(double learning_rate, double beta1, double beta2,
                                      double epsilon, long step);

/// Adam (Kingma and Ba 2015, algorithm 1), in one pass over the four arrays:
///   mean ← beta1 · mean + (1 - beta1) · g,   square ← beta2 · square + (1 - beta2) · g²,
///   weights ← weights - step_size · mean / (sqrt(square) · root_correction + epsilon).
template <class T>
void adam_update(std::span<T> weights, std::span<const T> gradient, std::span<T> mean,
                 std::span<T> square, const AdamCoefficients<T> &coefficients);

} // namespace brigade
