#pragma once

#include "brigade/trace/grad.hpp"
#include "brigade/trace/trace.hpp"

#include <cstddef>
#include <cstdint>
#include <tuple>
#include <vector>

namespace brigade::bench {

/// What a training step changes: of each layer weights (inputs, outputs) and bias, and what the
/// optimizer keeps of them: SGD a velocity, Adam a mean and a square.
template <class T> struct Layers { std::vector<T> weights, biases; };
template <class T> struct TrainState {
  Layers<T> parameters;
  std::vector<Layers<T>> kept;
  T steps; ///< done so far, f32[]
};

/// The state after a step, the loss, and how many labels were predicted.
using StepOutcome = std::tuple<TrainState<Tensor>, Tensor, Tensor>;

inline Tensor forward(const Layers<Tensor> &layers, Tensor x) {
  for (std::size_t i = 0; i < layers.weights.size(); ++i) {
    x = matmul(x, layers.weights[i]) + layers.biases[i];
    if (i + 1 < layers.weights.size())
      x = relu(x);
  }
  return x;
}

/// The mean cross entropy, and the logits.
inline std::pair<Tensor, Tensor> loss_and_logits(Layers<Tensor> layers, Tensor x, Tensor labels) {
  const Tensor logits = forward(layers, x);
  const Tensor chosen = one_hot(labels, logits.shape()[1]) * log_softmax(logits, 1);
  return {-sum(chosen) / static_cast<double>(logits.shape()[0]), logits};
}

template <class Update>
void for_each_parameter(TrainState<Tensor> &state, const Layers<Tensor> &gradient, Update update) {
  const auto each = [&](auto member) {
    std::vector<Tensor> &values = state.parameters.*member;
    for (std::size_t i = 0; i < values.size(); ++i) {
      std::vector<Tensor *> kept;
      for (Layers<Tensor> &layers : state.kept)
        kept.push_back(&(layers.*member)[i]);
      update(values[i], (gradient.*member)[i], kept);
    }
  };
  each(&Layers<Tensor>::weights);
  each(&Layers<Tensor>::biases);
}

inline StepOutcome outcome(TrainState<Tensor> state, const Tensor &loss, const Tensor &logits,
                           const Tensor &labels) {
  state.steps = state.steps + 1.0;
  return {state, loss, sum(convert(eq(argmax(logits, 1), labels), DType::f32))};
}

inline StepOutcome sgd_step(TrainState<Tensor> state, Tensor x, Tensor labels) {
  const auto [value, gradient] =
      value_and_grad(loss_and_logits, argnums<0>, has_aux)(state.parameters, x, labels);
  for_each_parameter(state, gradient,
                     [](Tensor &w, const Tensor &g, const std::vector<Tensor *> &kept) {
                       *kept[0] = 0.9 * *kept[0] + g;
                       w = w - 0.001 * *kept[0];
                     });
  return outcome(state, value.first, value.second, labels);
}

inline StepOutcome adam_step(TrainState<Tensor> state, Tensor x, Tensor labels) {
  const auto [value, gradient] =
      value_and_grad(loss_and_logits, argnums<0>, has_aux)(state.parameters, x, labels);
  const double beta1 = 0.9, beta2 = 0.999;
  const Tensor step = state.steps + 1.0;
  const Tensor step_size = 0.001 / (1.0 - pow(beta1, step));
  const Tensor root_correction = rsqrt(1.0 - pow(beta2, step));
  for_each_parameter(state, gradient,
                     [&](Tensor &w, const Tensor &g, const std::vector<Tensor *> &kept) {
                       *kept[0] = beta1 * *kept[0] + (1 - beta1) * g;
                       *kept[1] = beta2 * *kept[1] + (1 - beta2) * g * g;
                       w = w - step_size * *kept[0] / (sqrt(*kept[1]) * root_correction + 1e-8);
                     });
  return outcome(state, value.first, value.second, labels);
}

/// The types of a step's arguments, for an MLP of these sizes.
inline TrainState<TensorType> state_types(const std::vector<std::int64_t> &sizes, int kept) {
  Layers<TensorType> layers;
  for (std::size_t i = 0; i + 1 < sizes.size(); ++i) {
    layers.weights.push_back({DType::f32, {sizes[i], sizes[i + 1]}});
    layers.biases.push_back({DType::f32, {sizes[i + 1]}});
  }
  return {layers,
          std::vector<Layers<TensorType>>(static_cast<std::size_t>(kept), layers),
          {DType::f32, {}}};
}

} // namespace brigade::bench
