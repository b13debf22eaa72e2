#pragma once

#include "brigade/nn/mlp.hpp"
#include "brigade/nn/optimizer/adam.hpp"
#include "brigade/nn/optimizer/momentum.hpp"
#include "brigade/nn/softmax_cross_entropy.hpp"
#include "brigade/trace/grad.hpp"
#include "training/model.hpp"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

// The training that brigade-train does, as functions for one device.
namespace brigade::train {

/// The network, and what the optimizer keeps of it. T is the leaf of both.
template <class State, class T> struct Network {
  nn::Mlp<T> params;
  State state;
};

/// What a step leaves.
template <class State, class T> struct Stepped {
  nn::Mlp<T> params;
  State state;
  T loss;    ///< f32[], mean over the batch, before the update
  T correct; ///< f32[], rows of the batch that were predicted right, before the update
  T stop;    ///< f32[], how many asked to stop
};

/// What the arguments of a step are called, in tables and messages.
inline const std::vector<std::string> kStepArguments{"params", "state", "x", "labels",
                                                     "stop_requests"};

/// SGD with momentum, or Adam, as a step can be made of them.
struct Momentum {
  template <class T> using State = nn::MomentumState<nn::Mlp<T>>;
  nn::MomentumOptions options;
  static State<TensorType> types(const nn::Mlp<TensorType> &params) { return {params}; }
  State<Tensor> first(const nn::Mlp<Tensor> &params) const { return nn::momentum_state(params); }
  auto step(const nn::Mlp<Tensor> &params, const nn::Mlp<Tensor> &gradients,
            const State<Tensor> &state) const {
    return nn::momentum_step(params, gradients, state, options);
  }
};
struct Adam {
  template <class T> using State = nn::AdamState<nn::Mlp<T>, T>;
  nn::AdamOptions options;
  static State<TensorType> types(const nn::Mlp<TensorType> &params) {
    return {params, params, {DType::i32, {}}};
  }
  State<Tensor> first(const nn::Mlp<Tensor> &params) const { return nn::adam_state(params); }
  auto step(const nn::Mlp<Tensor> &params, const nn::Mlp<Tensor> &gradients,
            const State<Tensor> &state) const {
    return nn::adam_step(params, gradients, state, options);
  }
};

/// use(optimizer), of the kind that is asked for.
template <class Use> auto with_optimizer(const training::OptimizerOptions &asked, Use &&use) {
  if (asked.kind == training::OptimizerKind::adam)
    return use(Adam{{asked.learning_rate, asked.beta1, asked.beta2, asked.epsilon}});
  return use(Momentum{{asked.learning_rate, asked.momentum}});
}

/// The network before the first step.
template <class Optimizer>
auto first_network(std::vector<std::int64_t> sizes, std::string activation, std::uint64_t seed,
                   Optimizer optimizer) {
  return [=]() -> Network<typename Optimizer::template State<Tensor>, Tensor> {
    const nn::Mlp<Tensor> params = nn::initial_mlp(sizes, activation, seed);
    return {params, optimizer.first(params)};
  };
}

/// A step on a batch: x (rows, features), labels (rows). stop_requests (devices) has a 1 for
/// everyone who asks to stop.
template <class Optimizer> auto training_step(std::string activation, Optimizer optimizer) {
  using State = typename Optimizer::template State<Tensor>;
  return [=](nn::Mlp<Tensor> params, State state, Tensor x, Tensor labels,
             Tensor stop_requests) -> Stepped<State, Tensor> {
    // Before the updates: what it travels with would have to wait for them.
    const Tensor stop = sum(stop_requests);
    const auto loss_of = [=](nn::Mlp<Tensor> model) {
      const Tensor logits = nn::mlp(model, x, activation);
      return std::pair(nn::softmax_cross_entropy(logits, labels),
                       nn::count_correct(logits, labels));
    };
    const auto [value, gradients] = value_and_grad(loss_of, has_aux)(params);
    const auto after = optimizer.step(params, gradients, state);
    return {after.parameters, after.state, value.first, value.second, stop};
  };
}

/// Rows of a batch that the network predicts right, f32[].
inline auto correct_predictions(std::string activation) {
  return [=](nn::Mlp<Tensor> params, Tensor x, Tensor labels) {
    return nn::count_correct(nn::mlp(params, x, activation), labels);
  };
}

} // namespace brigade::train
