#pragma once

#include "brigade/trace/tensor.hpp"

namespace brigade::nn {

/// Parameters of attention with several heads, each of which sees `size` numbers of a place.
template <class T> struct Attention {
  T query;  ///< (width, heads, size)
  T key;    ///< (width, heads, size)
  T value;  ///< (width, heads, size)
  T output; ///< (heads, size, width)
};

/// Causal self-attention: (batch, length, width) to the same. Each place takes of itself and of
/// those before it the values, by softmax(query · key / sqrt(size)), and the heads' results are
/// joined by `output` (Vaswani et al. 2017).
Tensor causal_attention(const Attention<Tensor> &layer, Operand x);

} // namespace brigade::nn
