#pragma once

#include "brigade/trace/tensor.hpp"

namespace brigade::nn {

/// Parameters of a normalisation of `features` numbers.
template <class T> struct LayerNorm {
  T scale; ///< (features)
  T shift; ///< (features)
};

/// (x - mean) / sqrt(variance + 1e-5) · scale + shift, over the last dimension: (…, features) to
/// the same (Ba, Kiros and Hinton 2016).
Tensor layer_norm(const LayerNorm<Tensor> &layer, Operand x);

} // namespace brigade::nn
