// expect: wrong; words: all calls agree bit for bit, kept from call to call
// mistake: the velocity lives in a static variable and not in the state
#include "exercise.hpp"

namespace kitchen {

TrainingState sgd_step(const TrainingState &state, const Parameters &gradient, double learning_rate,
                       double momentum) {
  static std::map<std::string, Array> velocities;
  TrainingState next;
  for (const auto &[name, weights] : state.weights) {
    const auto [place, is_new] = velocities.try_emplace(name, *state.velocity.at(name));
    Array &velocity = place->second;
    if (velocity.shape() != weights->shape())
      velocity = *state.velocity.at(name);
    velocity = Array(momentum * velocity + *gradient.at(name));
    next.velocity[name] = std::make_shared<Array>(velocity);
    next.weights[name] = std::make_shared<Array>(*weights - learning_rate * velocity);
  }
  return next;
}

} // namespace kitchen
