#pragma once

#include "brigade/trace/tensor.hpp"

namespace brigade::nn {

/// What stands for the tokens of a text, and for their places in it.
template <class T> struct Embedding {
  T tokens;    ///< (vocabulary, width)
  T positions; ///< (length, width)
};

/// ids (batch, length) of integers to (batch, length, width): the row of each token, and that of
/// its place, added. A token that is none has a row of zeros.
Tensor embed(const Embedding<Tensor> &embedding, Operand ids);

} // namespace brigade::nn
