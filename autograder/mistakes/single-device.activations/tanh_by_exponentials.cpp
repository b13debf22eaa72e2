// expect: wrong; words: as large as 3000, not a finite number
// mistake: the definition of tanh overflows: infinity over infinity
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
                 [](double dy, double y) { return y > 0 ? dy : 0.0; });
  return out;
}

Matrix tanh_forward(const Matrix &sums) {
  Matrix out = sums;
  for (double &x : out)
    x = (std::exp(x) - std::exp(-x)) / (std::exp(x) + std::exp(-x));
  return out;
}

Matrix tanh_backward(const Matrix &gradient, const Matrix &outputs) {
  Matrix out = gradient;
  std::transform(gradient.begin(), gradient.end(), outputs.begin(), out.begin(),
                 [](double dy, double y) { return dy * (1 - y * y); });
  return out;
}

} // namespace kitchen
