#pragma once

#include "brigade/trace/tensor.hpp"

#include <cstdint>
#include <string>

namespace brigade::nn {

/// What the first weights of a layer depend on.
struct InitialWeights {
  std::int64_t inputs = 1, outputs = 1;
  std::string activation = "none"; ///< that follows the layer
  std::uint64_t seed = 0;
  std::uint64_t layer = 0; ///< its stream of random numbers
  DType type = DType::f32;
};

/// (inputs, outputs), uniform in ±sqrt(6 / inputs) before relu (He et al. 2015) and in
/// ±sqrt(6 / (inputs + outputs)) elsewhere (Glorot and Bengio 2010). Number i, row-major, is made
/// of RandomStream(seed, layer).uniform(i), so the weights are the same whatever device makes them.
/// They are drawn in f64 and rounded to `type`.
Tensor draw_weights(const InitialWeights &weights);

} // namespace brigade::nn
