#pragma once

#include "brigade/runtime/kernels/activation.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

namespace brigade::training {

/// A multi-layer perceptron: sizes[0] features, hidden sizes, classes. At least two sizes.
struct MlpShape {
  std::vector<std::int64_t> sizes;
  Activation activation = Activation::relu; ///< after every layer but the last
};

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

} // namespace brigade::training
