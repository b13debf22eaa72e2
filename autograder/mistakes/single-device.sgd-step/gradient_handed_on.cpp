// expect: wrong; words: the result has arrays of its own, copies pointers
// mistake: without momentum the velocity is the gradient, so its pointer is handed on
#include "exercise.hpp"

#include <xtensor/xmath.hpp>

namespace kitchen {

TrainingState sgd_step(const TrainingState &state, const Parameters &gradient, double learning_rate,
                       double momentum) {
  TrainingState next;
  for (const auto &[name, weights] : state.weights) {
    auto velocity = gradient.at(name);
    if (xt::any(xt::not_equal(*state.velocity.at(name), 0.0)))
      velocity = std::make_shared<Array>(momentum * *state.velocity.at(name) + *velocity);
    next.velocity[name] = velocity;
    next.weights[name] = std::make_shared<Array>(*weights - learning_rate * *velocity);
  }
  return next;
}

} // namespace kitchen
