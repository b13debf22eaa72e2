#include "brigade/nn/initial_weights.hpp"

#include "brigade/trace/functions.hpp"

#include <cmath>

namespace brigade::nn {

Tensor draw_weights(const InitialWeights &weights) {
  const std::int64_t spread =
      weights.activation == "relu" ? weights.inputs : weights.inputs + weights.outputs;
  const double bound = std::sqrt(6.0 / static_cast<double>(spread));
  const Tensor draws = random_uniform({weights.inputs, weights.outputs},
                                      {.seed = static_cast<std::int64_t>(weights.seed),
                                       .stream = static_cast<std::int64_t>(weights.layer)},
                                      DType::f64);
  return convert(bound * (2 * draws - 1), weights.type);
}

} // namespace brigade::nn
