#pragma once

#include "parameters.hpp"

#include "brigade/runtime/kernels/optimizer_update.hpp"

#include <cstddef>
#include <span>
#include <string_view>

namespace brigade::by_hand {

enum class OptimizerKind { sgd, adam };

constexpr std::string_view to_string(OptimizerKind kind) {
  return kind == OptimizerKind::sgd ? "sgd" : "adam";
}

struct OptimizerOptions {
  OptimizerKind kind = OptimizerKind::sgd;
  double learning_rate = 0.1;
  double momentum = 0.9;                             ///< of sgd
  double beta1 = 0.9, beta2 = 0.999, epsilon = 1e-8; ///< of Adam
};

/// Moves this rank's parameters against their gradients. Its state lies parallel to the parameters,
/// so each rank keeps only that of its own blocks.
template <class T> class Optimizer {
public:
  Optimizer(const OptimizerOptions &options, std::size_t parameter_count);
  /// Once a step, before the updates.
  void begin_step();
  /// Updates the parameters of one layer, each in one pass.
  void update(Parameters<T> &parameters, std::size_t layer);

private:
  void update(Parameters<T> &parameters, Interval places);

  OptimizerOptions options_;
  AlignedVector<T> velocity_or_mean_;
  AlignedVector<T> square_; // of Adam
  long step_ = 0;
  AdamCoefficients<T> adam_{};
};

} // namespace brigade::by_hand
