#pragma once

#include "brigade/trace/functions.hpp"
#include "brigade/trace/structure.hpp"

#include <vector>

namespace brigade::nn {

struct MomentumOptions {
  double learning_rate = 0.1;
  double momentum = 0.9;
};

struct AdamOptions {
  double learning_rate = 0.001;
  double beta1 = 0.9, beta2 = 0.999, epsilon = 1e-8;
};

// What the optimizers do to the leaves of their structs: one Tensor a parameter, in one order.

std::vector<Tensor> sgd_updates(const std::vector<Tensor> &parameters,
                                const std::vector<Tensor> &gradients, double learning_rate);

struct MomentumUpdates {
  std::vector<Tensor> parameters, velocity;
};
MomentumUpdates momentum_updates(const std::vector<Tensor> &parameters,
                                 const std::vector<Tensor> &gradients,
                                 const std::vector<Tensor> &velocity,
                                 const MomentumOptions &options);

struct AdamMoments {
  std::vector<Tensor> mean, square;
  Tensor steps; ///< i32[]
};
struct AdamUpdates {
  std::vector<Tensor> parameters;
  AdamMoments moments;
};
AdamUpdates adam_updates(const std::vector<Tensor> &parameters,
                         const std::vector<Tensor> &gradients, const AdamMoments &moments,
                         const AdamOptions &options);

/// A struct like this one, of zeros.
template <class Parameters> Parameters zeros_like(const Parameters &parameters) {
  Parameters result = parameters;
  for_each_leaf<Tensor>(result, "", [](Tensor &leaf, const std::string &) {
    leaf = zeros(leaf.shape(), leaf.dtype());
  });
  return result;
}

} // namespace brigade::nn
