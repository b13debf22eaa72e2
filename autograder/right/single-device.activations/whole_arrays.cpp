// right: xtensor expressions over whole arrays
#include "exercise.hpp"

#include <xtensor/xmath.hpp>

namespace kitchen {

Matrix relu_forward(const Matrix &x) { return xt::where(x < 0.0, 0.0, x); }

Matrix relu_backward(const Matrix &dy, const Matrix &y) { return xt::where(y > 0.0, dy, 0.0); }

Matrix tanh_forward(const Matrix &x) { return xt::tanh(x); }

Matrix tanh_backward(const Matrix &dy, const Matrix &y) { return dy - dy * y * y; }

} // namespace kitchen
