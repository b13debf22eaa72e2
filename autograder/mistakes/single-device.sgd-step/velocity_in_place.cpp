// expect: wrong; words: given velocity, copies pointers
// mistake: the weights are new, the velocity is changed where it lies
#include "exercise.hpp"

namespace kitchen {

TrainingState sgd_step(const TrainingState &state, const Parameters &gradient, double learning_rate,
                       double momentum) {
  TrainingState next;
  for (const auto &[name, weights] : state.weights) {
    Array &velocity = *state.velocity.at(name);
    velocity = momentum * velocity + *gradient.at(name);
    next.velocity[name] = std::make_shared<Array>(velocity);
    next.weights[name] = std::make_shared<Array>(*weights - learning_rate * velocity);
  }
  return next;
}

} // namespace kitchen
