#include "brigade/nn/layer_norm.hpp"

#include "brigade/trace/functions.hpp"

namespace brigade::nn {

Tensor layer_norm(const LayerNorm<Tensor> &layer, Operand x) {
  const auto at = [&](auto value) { return Operand(value, x.where()); };
  const Tensor centred = x - at(mean(x, {-1}, {.keep_dims = true}));
  const Tensor variance = mean(at(at(centred) * at(centred)), {-1}, {.keep_dims = true});
  const Tensor scaled = at(centred) * at(rsqrt(at(at(variance) + at(1e-5))));
  return at(at(scaled) * at(layer.scale)) + at(layer.shift);
}

} // namespace brigade::nn
