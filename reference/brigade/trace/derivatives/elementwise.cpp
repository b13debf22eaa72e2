#include "brigade/trace/derivatives/derivative.hpp"

#include "brigade/trace/functions/elementwise.hpp"

#include <cmath>
#include <numbers>

namespace brigade {

// y is the result, g the loss by y.

Tensor neg_derivative(const BackwardStep &step, std::size_t) { return -step.cotangent; }

Tensor relu_derivative(const BackwardStep &step, std::size_t) {
  return where(step.result > 0, step.cotangent, 0); // so that nobody has to keep x
}

Tensor tanh_derivative(const BackwardStep &step, std::size_t) {
  return step.cotangent * (1 - step.result * step.result);
}

// y = 0.5 x (1 + t), t = tanh(u), u = c (x + 0.044715 x^3)
Tensor gelu_derivative(const BackwardStep &step, std::size_t) {
  const Tensor &x = step.operands[0];
  const double c = std::sqrt(2 / std::numbers::pi);
  const Tensor square = x * x;
  const Tensor t = tanh(c * x * (1 + 0.044715 * square));
  const Tensor slope_of_u = c * (1 + 3 * 0.044715 * square);
  return step.cotangent * (0.5 * (1 + t) + 0.5 * x * (1 - t * t) * slope_of_u);
}

Tensor sigmoid_derivative(const BackwardStep &step, std::size_t) {
  return step.cotangent * step.result * (1 - step.result);
}

Tensor exp_derivative(const BackwardStep &step, std::size_t) {
  return step.cotangent * step.result;
}

Tensor log_derivative(const BackwardStep &step, std::size_t) {
  return step.cotangent / step.operands[0];
}

Tensor sqrt_derivative(const BackwardStep &step, std::size_t) {
  return 0.5 * step.cotangent / step.result;
}

Tensor rsqrt_derivative(const BackwardStep &step, std::size_t) {
  return -0.5 * step.cotangent * step.result / step.operands[0];
}

Tensor abs_derivative(const BackwardStep &step, std::size_t) {
  return step.cotangent * sign(step.operands[0]);
}

Tensor convert_derivative(const BackwardStep &step, std::size_t) {
  return convert(step.cotangent, step.operands[0].dtype());
}

Tensor add_derivative(const BackwardStep &step, std::size_t) { return step.cotangent; }

Tensor sub_derivative(const BackwardStep &step, std::size_t i) {
  return i == 0 ? step.cotangent : -step.cotangent;
}

Tensor mul_derivative(const BackwardStep &step, std::size_t i) {
  return step.cotangent * step.operands[1 - i];
}

Tensor div_derivative(const BackwardStep &step, std::size_t i) {
  const Tensor over_b = step.cotangent / step.operands[1];
  return i == 0 ? over_b : -over_b * step.result;
}

// Where both are equal, each gets half.
Tensor max_derivative(const BackwardStep &step, std::size_t i) {
  const Tensor &own = step.operands[i], &other = step.operands[1 - i];
  const Tensor &g = step.cotangent;
  return where(own > other, g, where(eq(own, other), 0.5 * g, 0));
}

Tensor min_derivative(const BackwardStep &step, std::size_t i) {
  const Tensor &own = step.operands[i], &other = step.operands[1 - i];
  const Tensor &g = step.cotangent;
  return where(own < other, g, where(eq(own, other), 0.5 * g, 0));
}

// By the base b a^(b-1), 0 for the exponent 0; by the exponent a^b log(a), 0 for the base 0.
Tensor pow_derivative(const BackwardStep &step, std::size_t i) {
  const Tensor &a = step.operands[0], &b = step.operands[1];
  if (i == 0)
    return step.cotangent * where(eq(b, 0), 0, b * pow(a, b - 1));
  return step.cotangent * step.result * log(where(eq(a, 0), 1, a));
}

Tensor select_derivative(const BackwardStep &step, std::size_t i) {
  const Tensor &condition = step.operands[0];
  return i == 1 ? where(condition, step.cotangent, 0) : where(condition, 0, step.cotangent);
}

} // namespace brigade
