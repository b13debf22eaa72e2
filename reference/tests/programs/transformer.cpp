#include "programs/transformer.hpp"

#include "brigade/gspmd/sharding_table.hpp"
#include "brigade/nn/softmax_cross_entropy.hpp"
#include "brigade/nn/transformer.hpp"
#include "brigade/trace/block.hpp"
#include "brigade/trace/grad.hpp"
#include "brigade/trace/trace.hpp"

#include <vector>

namespace brigade::testing {

namespace {

template <class T> using Params = nn::Transformer<T>;

template <class T> struct State { Params<T> params, mean, square; };

template <class T> struct Stepped {
  Tensor loss;
  T state;
};

Tensor loss(Params<Tensor> params, Tensor tokens, Tensor targets) {
  return nn::softmax_cross_entropy(nn::transformer(params, tokens), targets);
}

Tensor loss_of_calls(Params<Tensor> params, Tensor tokens, Tensor targets) {
  return nn::softmax_cross_entropy(nn::transformer(params, tokens, nn::Layers::calls), targets);
}

template <class T> T descended(T params, const T &gradient, Tensor rate) {
  std::vector<Tensor> all = leaves<Tensor>(params);
  const std::vector<Tensor> by = leaves<Tensor>(gradient);
  for (std::size_t i = 0; i < all.size(); ++i)
    all[i] = all[i] - rate * by[i];
  assign_leaves(params, all);
  return params;
}

Stepped<Params<Tensor>> sgd(Params<Tensor> params, Tensor tokens, Tensor targets, Tensor rate) {
  auto [value, gradient] = value_and_grad(loss)(params, tokens, targets);
  return {value, descended(params, gradient, rate)};
}

Stepped<Params<Tensor>> sgd_of_calls(Params<Tensor> params, Tensor tokens, Tensor targets,
                                     Tensor rate) {
  using Layer = nn::TransformerLayer<Tensor>;
  auto [value, gradient] = value_and_grad(loss_of_calls)(params, tokens, targets);
  const auto update = block(
      "update", [](Layer layer, Layer by, Tensor step) { return descended(layer, by, step); });
  std::vector<Layer> updated;
  for (std::size_t i = 0; i < params.layers.size(); ++i)
    updated.push_back(update(params.layers[i], gradient.layers[i], rate));
  params.layers.clear();
  gradient.layers.clear();
  params = descended(params, gradient, rate);
  params.layers = updated;
  return {value, params};
}

Stepped<State<Tensor>> adam(State<Tensor> state, Tensor tokens, Tensor targets, Tensor rate) {
  auto [value, gradient] = value_and_grad(loss)(state.params, tokens, targets);
  const std::vector<Tensor> by = leaves<Tensor>(gradient);
  std::vector<Tensor> params = leaves<Tensor>(state.params), means = leaves<Tensor>(state.mean),
                      squares = leaves<Tensor>(state.square);
  for (std::size_t i = 0; i < by.size(); ++i) {
    means[i] = 0.9 * means[i] + 0.1 * by[i];
    squares[i] = 0.999 * squares[i] + 0.001 * by[i] * by[i];
    params[i] = params[i] - rate * means[i] / (sqrt(squares[i]) + 1e-8);
  }
  assign_leaves(state.params, params);
  assign_leaves(state.mean, means);
  assign_leaves(state.square, squares);
  return {value, state};
}

} // namespace

Program transformer_step(const TransformerSizes &sizes, Optimizer optimizer,
                         const std::optional<Mesh> &mesh) {
  const Params<TensorType> params = nn::transformer_types({.layers = sizes.layers,
                                                           .length = sizes.length,
                                                           .vocabulary = sizes.vocabulary,
                                                           .width = sizes.model,
                                                           .heads = sizes.heads,
                                                           .head = sizes.head,
                                                           .hidden = sizes.hidden});
  const TensorType ids{DType::i32, {sizes.batch, sizes.length}}, rate{DType::f32, {}};
  TraceOptions options{
      .name = "step", .mesh = mesh, .argument_names = {"params", "tokens", "targets", "rate"}};
  if (optimizer == Optimizer::sgd)
    return sizes.as == nn::Layers::calls ? trace(options, sgd_of_calls, params, ids, ids, rate)
                                         : trace(options, sgd, params, ids, ids, rate);
  options.argument_names[0] = "state";
  return trace(options, adam, State<TensorType>{params, params, params}, ids, ids, rate);
}

Program with_data_and_tensor_parallelism(const Program &step) {
  return with_shardings(step,
                        parse_sharding_table(nn::transformer_table(true, true) + "rate: []\n"));
}

} // namespace brigade::testing
