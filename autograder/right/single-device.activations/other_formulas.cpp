// right: relu as (x + |x|) / 2, tanh by one exponential that may overflow to infinity
#include "exercise.hpp"

#include <algorithm>
#include <cmath>

namespace kitchen {

Matrix relu_forward(const Matrix &sums) {
  Matrix out = sums;
  for (double &x : out)
    x = (x + std::abs(x)) / 2;
  return out;
}

Matrix relu_backward(const Matrix &gradient, const Matrix &outputs) {
  Matrix out = gradient;
  std::transform(gradient.begin(), gradient.end(), outputs.begin(), out.begin(),
                 [](double dy, double y) { return y > 0 ? dy : 0.0; });
  return out;
}

Matrix tanh_forward(const Matrix &sums) {
  Matrix out = sums;
  for (double &x : out)
    x = 1 - 2 / (std::exp(2 * x) + 1);
  return out;
}

Matrix tanh_backward(const Matrix &gradient, const Matrix &outputs) {
  Matrix out = gradient;
  std::transform(gradient.begin(), gradient.end(), outputs.begin(), out.begin(),
                 [](double dy, double y) { return dy * (1 - y) * (1 + y); });
  return out;
}

} // namespace kitchen
