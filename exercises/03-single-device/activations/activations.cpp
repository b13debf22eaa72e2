#include "exercise.hpp"

namespace kitchen {

// TODO(03.2): the four functions of exercise.hpp.

xt::xtensor<float, 2> relu_forward(const xt::xtensor<float, 2> &x) {
  (void)x;
  throw brigade::NotImplemented("03.2");
}

xt::xtensor<float, 2> relu_backward(const xt::xtensor<float, 2> &dy,
                                    const xt::xtensor<float, 2> &y) {
  (void)dy, (void)y;
  throw brigade::NotImplemented("03.2");
}

xt::xtensor<float, 2> tanh_forward(const xt::xtensor<float, 2> &x) {
  (void)x;
  throw brigade::NotImplemented("03.2");
}

xt::xtensor<float, 2> tanh_backward(const xt::xtensor<float, 2> &dy,
                                    const xt::xtensor<float, 2> &y) {
  (void)dy, (void)y;
  throw brigade::NotImplemented("03.2");
}

} // namespace kitchen
