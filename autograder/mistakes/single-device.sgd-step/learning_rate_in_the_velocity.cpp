// expect: wrong; words: velocity of b1, the learning rate is no part
// mistake: another convention: the velocity holds the learning rate already
#include "exercise.hpp"

namespace kitchen {

TrainingState sgd_step(const TrainingState &state, const Parameters &gradient, double learning_rate,
                       double momentum) {
  TrainingState next;
  for (const auto &[name, weights] : state.weights) {
    const Array &old = *state.velocity.at(name), &g = *gradient.at(name);
    const Array velocity = momentum * old - learning_rate * g;
    next.velocity[name] = std::make_shared<Array>(velocity);
    next.weights[name] = std::make_shared<Array>(*weights + velocity);
  }
  return next;
}

} // namespace kitchen
