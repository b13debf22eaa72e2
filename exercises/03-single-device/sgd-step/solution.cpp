#include "exercise.hpp"

namespace kitchen {

// [sgd_step]
TrainingState sgd_step(const TrainingState &state, const Parameters &gradient, double learning_rate,
                       double momentum) {
  TrainingState next;
  for (const auto &[name, weights] : state.weights) {
    const Array velocity = momentum * *state.velocity.at(name) + *gradient.at(name);
    next.velocity[name] = std::make_shared<Array>(velocity);
    next.weights[name] = std::make_shared<Array>(*weights - learning_rate * velocity);
  }
  return next;
}
// [sgd_step]

} // namespace kitchen
