// right: the weights from the formulas put together, the velocity apart
#include "exercise.hpp"

namespace kitchen {

TrainingState sgd_step(const TrainingState &state, const Parameters &gradient, double learning_rate,
                       double momentum) {
  TrainingState next;
  for (const auto &[name, v] : state.velocity) {
    const auto &g = gradient.at(name), &w = state.weights.at(name);
    next.weights[name] =
        std::make_shared<Array>(*w - learning_rate * momentum * *v - learning_rate * *g);
    next.velocity[name] = std::make_shared<Array>(*g + *v * momentum);
  }
  return next;
}

} // namespace kitchen
