#pragma once

#include "brigade/nn/optimizer/optimized.hpp"
#include "brigade/nn/optimizer/updates.hpp"

namespace brigade::nn {

/// What Adam keeps between steps. T is the leaf of Parameters.
template <class Parameters, class T> struct AdamState {
  Parameters mean, square; ///< of the gradients, decaying
  T steps;                 ///< i32[], done so far
};

template <class Parameters> AdamState<Parameters, Tensor> adam_state(const Parameters &parameters) {
  return {zeros_like(parameters), zeros_like(parameters), zeros({}, DType::i32)};
}

/// Adam (Kingma and Ba 2015, algorithm 1), in step n = steps + 1:
///   mean ← beta1 · mean + (1 - beta1) · g,   square ← beta2 · square + (1 - beta2) · g²,
///   parameters ← parameters - learning_rate / (1 - beta1ⁿ) · mean /
///                (sqrt(square) / sqrt(1 - beta2ⁿ) + epsilon).
template <class Parameters>
Optimized<Parameters, AdamState<Parameters, Tensor>>
adam_step(const Parameters &parameters, const Parameters &gradients,
          const AdamState<Parameters, Tensor> &state, const AdamOptions &options) {
  Optimized<Parameters, AdamState<Parameters, Tensor>> after{parameters, state};
  const AdamUpdates updates = adam_updates(
      leaves<Tensor>(parameters), leaves<Tensor>(gradients),
      {leaves<Tensor>(state.mean), leaves<Tensor>(state.square), state.steps}, options);
  assign_leaves(after.parameters, updates.parameters);
  assign_leaves(after.state.mean, updates.moments.mean);
  assign_leaves(after.state.square, updates.moments.square);
  after.state.steps = updates.moments.steps;
  return after;
}

} // namespace brigade::nn
