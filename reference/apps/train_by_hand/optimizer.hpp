#pragma once

#include "parameters.hpp"
#include "training/model.hpp"

#include "brigade/runtime/kernels/optimizer_update.hpp"

#include <cstddef>
#include <span>

namespace brigade::by_hand {

using training::OptimizerKind;
using training::OptimizerOptions;

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
