#include "exercise.hpp"

namespace kitchen {

// TODO(03.2): the four functions of exercise.hpp.

Matrix relu_forward(const Matrix &x) {
  (void)x;
  throw brigade::NotImplemented("03.2");
}

Matrix relu_backward(const Matrix &dy, const Matrix &y) {
  (void)dy, (void)y;
  throw brigade::NotImplemented("03.2");
}

Matrix tanh_forward(const Matrix &x) {
  (void)x;
  throw brigade::NotImplemented("03.2");
}

Matrix tanh_backward(const Matrix &dy, const Matrix &y) {
  (void)dy, (void)y;
  throw brigade::NotImplemented("03.2");
}

} // namespace kitchen
