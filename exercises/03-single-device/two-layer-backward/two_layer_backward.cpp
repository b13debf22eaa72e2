#include "exercise.hpp"

namespace kitchen {

Gradients two_layer_backward(const TwoLayers &network, const xt::xtensor<double, 2> &x,
                             const xt::xtensor<double, 2> &dy) {
  // TODO(03.4): forward once more, then the five gradients, from dy back to x.
  (void)network, (void)x, (void)dy;
  throw brigade::NotImplemented("03.4");
}

} // namespace kitchen
