#include "optimizer.hpp"

namespace brigade::by_hand {

template <class T>
Optimizer<T>::Optimizer(const OptimizerOptions &options, std::size_t parameter_count)
    : options_(options), velocity_or_mean_(parameter_count),
      square_(options.kind == OptimizerKind::adam ? parameter_count : 0) {}

template <class T> void Optimizer<T>::begin_step() {
  ++step_;
  if (options_.kind == OptimizerKind::adam)
    adam_ = adam_coefficients<T>(options_.learning_rate, options_.beta1, options_.beta2,
                                 options_.epsilon, step_);
}

template <class T> void Optimizer<T>::update(Parameters<T> &parameters, std::size_t layer) {
  update(parameters, parameters.layer(layer).weight_places);
  update(parameters, parameters.layer(layer).bias_places);
}

template <class T> void Optimizer<T>::update(Parameters<T> &parameters, Interval places) {
  const auto begin = static_cast<std::size_t>(places.begin),
             count = static_cast<std::size_t>(places.size());
  const std::span<T> values = parameters.values().subspan(begin, count);
  const std::span<const T> gradients = parameters.gradients().subspan(begin, count);
  const std::span<T> first = std::span(velocity_or_mean_).subspan(begin, count);
  if (options_.kind == OptimizerKind::adam)
    adam_update<T>(values, gradients, first, std::span(square_).subspan(begin, count), adam_);
  else
    sgd_momentum_update<T>(values, gradients, first, static_cast<T>(options_.learning_rate),
                           static_cast<T>(options_.momentum));
}

template class Optimizer<float>;
template class Optimizer<double>;

} // namespace brigade::by_hand
