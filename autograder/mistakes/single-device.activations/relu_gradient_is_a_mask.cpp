// expect: wrong; words: got 1, the mask is multiplied with dy
// mistake: the derivative alone, without the gradient that came in
#include "exercise.hpp"

#include <algorithm>
#include <cmath>

namespace kitchen {

Matrix relu_forward(const Matrix &sums) {
  Matrix out = sums;
  for (double &x : out)
    x = x < 0 ? 0.0 : x;
  return out;
}

Matrix relu_backward(const Matrix &gradient, const Matrix &outputs) {
  Matrix out = gradient;
  std::transform(gradient.begin(), gradient.end(), outputs.begin(), out.begin(),
                 [](double dy, double y) { return y > 0 ? 1.0 + 0 * dy : 0.0; });
  return out;
}

Matrix tanh_forward(const Matrix &sums) {
  Matrix out = sums;
  for (double &x : out)
    x = std::tanh(x);
  return out;
}

Matrix tanh_backward(const Matrix &gradient, const Matrix &outputs) {
  Matrix out = gradient;
  std::transform(gradient.begin(), gradient.end(), outputs.begin(), out.begin(),
                 [](double dy, double y) { return dy * (1 - y * y); });
  return out;
}

} // namespace kitchen
