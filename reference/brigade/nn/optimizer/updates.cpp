#include "brigade/nn/optimizer/updates.hpp"

#include <map>

namespace brigade::nn {

std::vector<Tensor> sgd_updates(const std::vector<Tensor> &parameters,
                                const std::vector<Tensor> &gradients, double learning_rate) {
  std::vector<Tensor> updated;
  for (std::size_t i = 0; i < parameters.size(); ++i)
    updated.push_back(parameters[i] - learning_rate * gradients.at(i));
  return updated;
}

MomentumUpdates momentum_updates(const std::vector<Tensor> &parameters,
                                 const std::vector<Tensor> &gradients,
                                 const std::vector<Tensor> &velocity,
                                 const MomentumOptions &options) {
  MomentumUpdates updates;
  for (std::size_t i = 0; i < parameters.size(); ++i)
    updates.velocity.push_back(options.momentum * velocity.at(i) + gradients.at(i));
  updates.parameters = sgd_updates(parameters, updates.velocity, options.learning_rate);
  return updates;
}

AdamUpdates adam_updates(const std::vector<Tensor> &parameters,
                         const std::vector<Tensor> &gradients, const AdamMoments &moments,
                         const AdamOptions &options) {
  AdamUpdates updates;
  updates.moments.steps = moments.steps + 1;
  // In f64, since 1 - beta2 of the first step would have only four right digits in f32.
  const Tensor n = convert(updates.moments.steps, DType::f64);
  const auto power = [&](double base) { return pow(full({}, base, DType::f64), n); };
  const Tensor step_size = options.learning_rate / (1 - power(options.beta1));
  const Tensor root_correction = rsqrt(1 - power(options.beta2));
  // Parameters of one type share what is converted to it.
  struct Scalars {
    Tensor step_size, root_correction;
  };
  std::map<DType, Scalars> converted;
  const auto scalars_of = [&](DType type) -> const Scalars & {
    const auto [at, is_new] = converted.try_emplace(type);
    if (is_new)
      at->second = {convert(step_size, type), convert(root_correction, type)};
    return at->second;
  };
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const Tensor &gradient = gradients.at(i);
    const Scalars &scalars = scalars_of(parameters[i].dtype());
    const Tensor mean = options.beta1 * moments.mean.at(i) + (1 - options.beta1) * gradient;
    const Tensor square =
        options.beta2 * moments.square.at(i) + (1 - options.beta2) * (gradient * gradient);
    const Tensor spread = sqrt(square) * scalars.root_correction + options.epsilon;
    updates.parameters.push_back(parameters[i] - scalars.step_size * mean / spread);
    updates.moments.mean.push_back(mean);
    updates.moments.square.push_back(square);
  }
  return updates;
}

} // namespace brigade::nn
