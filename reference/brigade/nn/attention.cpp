#include "brigade/nn/attention.hpp"

#include "brigade/trace/functions.hpp"

#include <cmath>
#include <cstdint>

namespace brigade::nn {

namespace {

/// The score of what may not be seen, of which the softmax is 0.
constexpr double kUnseen = -1e9;

} // namespace

Tensor causal_attention(const Attention<Tensor> &layer, Operand x) {
  const auto at = [&](auto value) { return Operand(value, x.where()); };
  const auto to_heads = [&](const Tensor &weight) {
    return einsum(x, at(weight), "bsm,mhd->bhsd");
  };
  const Tensor query = to_heads(layer.query), key = to_heads(layer.key),
               value = to_heads(layer.value);
  const std::int64_t length = x.tensor().size(1);
  const double scale = 1 / std::sqrt(static_cast<double>(query.size(3)));
  const Tensor scores = at(einsum(at(query), at(key), "bhqd,bhkd->bhqk")) * at(scale);
  const auto places = [&](std::int64_t dim) {
    return at(iota({length, length}, dim, DType::i32, x.where()));
  };
  const Tensor is_later = places(0) < places(1);
  const Tensor shares = softmax(at(where(at(is_later), at(kUnseen), at(scores))), 3);
  const Tensor taken = einsum(at(shares), at(value), "bhqk,bhkd->bhqd");
  return einsum(at(taken), at(layer.output), "bhsd,hdm->bsm");
}

} // namespace brigade::nn
