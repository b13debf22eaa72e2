#pragma once

#include "brigade/nn/initial_weights.hpp"
#include "brigade/trace/functions.hpp"

#include <cstdint>

namespace brigade::nn {

/// Parameters of a layer that takes `inputs` numbers to `outputs` numbers.
template <class T> struct Linear {
  T weight; ///< (inputs, outputs)
  T bias;   ///< (outputs)
};

/// x · weight + bias: (rows, inputs) to (rows, outputs).
Tensor linear(const Linear<Tensor> &layer, Operand x);

/// Weights as draw_weights draws them, and a bias of zeros.
Linear<Tensor> initial_linear(const InitialWeights &weights);

} // namespace brigade::nn
