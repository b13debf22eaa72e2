// expect: wrong; words: weights of b1, and a minus
// mistake: added where it should be taken away: the loss rises
#include "exercise.hpp"

namespace kitchen {

TrainingState sgd_step(const TrainingState &state, const Parameters &gradient, double learning_rate,
                       double momentum) {
  TrainingState next;
  for (const auto &[name, weights] : state.weights) {
    const Array &old = *state.velocity.at(name), &g = *gradient.at(name);
    const Array velocity = momentum * old + g;
    next.velocity[name] = std::make_shared<Array>(velocity);
    next.weights[name] = std::make_shared<Array>(*weights + learning_rate * velocity);
  }
  return next;
}

} // namespace kitchen
