#include "brigade/nn/mlp.hpp"

#include "brigade/nn/activation.hpp"

namespace brigade::nn {

Tensor mlp(const Mlp<Tensor> &model, Operand x, std::string_view activation) {
  Tensor values = x.tensor();
  for (std::size_t i = 0; i < model.layers.size(); ++i) {
    values = linear(model.layers[i], Operand(values, x.where()));
    if (i + 1 < model.layers.size())
      values = nn::activation(activation, Operand(values, x.where()));
  }
  return values;
}

Mlp<Tensor> initial_mlp(const std::vector<std::int64_t> &sizes, const std::string &activation,
                        std::uint64_t seed, DType type) {
  Mlp<Tensor> model;
  for (std::size_t i = 0; i + 1 < sizes.size(); ++i)
    model.layers.push_back(initial_linear({.inputs = sizes[i],
                                           .outputs = sizes[i + 1],
                                           .activation = i + 2 < sizes.size() ? activation : "none",
                                           .seed = seed,
                                           .layer = i,
                                           .type = type}));
  return model;
}

} // namespace brigade::nn
