#pragma once

#include "brigade/nn/optimizer/updates.hpp"

namespace brigade::nn {

/// Stochastic gradient descent: parameters - learning_rate · gradients. Both are structs of Tensors
/// of one type.
template <class Parameters>
Parameters sgd(const Parameters &parameters, const Parameters &gradients, double learning_rate) {
  Parameters updated = parameters;
  assign_leaves(updated,
                sgd_updates(leaves<Tensor>(parameters), leaves<Tensor>(gradients), learning_rate));
  return updated;
}

} // namespace brigade::nn
