#pragma once

#include "brigade/nn/optimizer/optimized.hpp"
#include "brigade/nn/optimizer/updates.hpp"

namespace brigade::nn {

/// What momentum keeps between steps; like the parameters.
template <class Parameters> struct MomentumState { Parameters velocity; };

template <class Parameters> MomentumState<Parameters> momentum_state(const Parameters &parameters) {
  return {zeros_like(parameters)};
}

/// Gradient descent with (heavy-ball) momentum:
///   velocity ← momentum · velocity + gradient,   parameters ← parameters - learning_rate ·
///   velocity.
template <class Parameters>
Optimized<Parameters, MomentumState<Parameters>>
momentum_step(const Parameters &parameters, const Parameters &gradients,
              const MomentumState<Parameters> &state, const MomentumOptions &options) {
  Optimized<Parameters, MomentumState<Parameters>> after{parameters, state};
  const MomentumUpdates updates =
      momentum_updates(leaves<Tensor>(parameters), leaves<Tensor>(gradients),
                       leaves<Tensor>(state.velocity), options);
  assign_leaves(after.parameters, updates.parameters);
  assign_leaves(after.state.velocity, updates.velocity);
  return after;
}

} // namespace brigade::nn
