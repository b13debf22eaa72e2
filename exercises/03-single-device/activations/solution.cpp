#include "exercise.hpp"

#include <algorithm>
#include <cmath>

namespace kitchen {

// [relu]
Matrix relu_forward(const Matrix &x) {
  Matrix y = x;
  for (double &value : y)
    value = value < 0 ? 0.0 : value; // a NaN is not below 0
  return y;
}

Matrix relu_backward(const Matrix &dy, const Matrix &y) {
  Matrix dx = dy;
  std::transform(dy.begin(), dy.end(), y.begin(), dx.begin(),
                 [](double gradient, double output) { return output > 0 ? gradient : 0.0; });
  return dx;
}
// [relu]

// [tanh]
Matrix tanh_forward(const Matrix &x) {
  Matrix y = x;
  for (double &value : y)
    value = std::tanh(value);
  return y;
}

Matrix tanh_backward(const Matrix &dy, const Matrix &y) {
  Matrix dx = dy;
  std::transform(dy.begin(), dy.end(), y.begin(), dx.begin(),
                 [](double gradient, double output) { return gradient * (1 - output * output); });
  return dx;
}
// [tanh]

} // namespace kitchen
