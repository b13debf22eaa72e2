// right: copies first, then a loop over the elements
#include "exercise.hpp"

#include <utility>

namespace kitchen {

TrainingState sgd_step(const TrainingState &state, const Parameters &gradient, double learning_rate,
                       double momentum) {
  TrainingState next;
  for (const auto &[name, pointer] : state.weights) {
    auto weights = std::make_shared<Array>(*pointer);
    auto velocity = std::make_shared<Array>(*state.velocity.at(name));
    const Array &slope = *gradient.at(name);
    for (std::size_t at = 0; at < weights->size(); ++at) {
      velocity->flat(at) *= momentum;
      velocity->flat(at) += slope.flat(at);
      weights->flat(at) -= velocity->flat(at) * learning_rate;
    }
    next.weights.emplace(name, std::move(weights));
    next.velocity.emplace(name, std::move(velocity));
  }
  return next;
}

} // namespace kitchen
