// expect: wrong; words: given weights, copies pointers
// mistake: copying the state copies pointers; the step writes into the arrays that it was given
#include "exercise.hpp"

namespace kitchen {

TrainingState sgd_step(const TrainingState &state, const Parameters &gradient, double learning_rate,
                       double momentum) {
  TrainingState next = state;
  for (const auto &[name, weights] : next.weights) {
    *next.velocity.at(name) = momentum * *next.velocity.at(name) + *gradient.at(name);
    *weights -= learning_rate * *next.velocity.at(name);
  }
  return next;
}

} // namespace kitchen
