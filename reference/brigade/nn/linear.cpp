#include "brigade/nn/linear.hpp"

namespace brigade::nn {

Tensor linear(const Linear<Tensor> &layer, Operand x) {
  const Tensor products = matmul(x, Operand(layer.weight, x.where()));
  return Operand(products, x.where()) + Operand(layer.bias, x.where());
}

Linear<Tensor> initial_linear(const InitialWeights &weights) {
  return {draw_weights(weights), zeros({weights.outputs}, weights.type)};
}

} // namespace brigade::nn
