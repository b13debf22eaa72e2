#include "brigade/nn/embedding.hpp"

#include "brigade/trace/functions.hpp"

namespace brigade::nn {

Tensor embed(const Embedding<Tensor> &embedding, Operand ids) {
  const auto at = [&](const Tensor &value) { return Operand(value, ids.where()); };
  return at(gather(at(embedding.tokens), ids)) + at(embedding.positions);
}

} // namespace brigade::nn
