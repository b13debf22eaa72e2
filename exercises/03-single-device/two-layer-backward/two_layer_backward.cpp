#include "exercise.hpp"

namespace kitchen {

Gradients two_layer_backward(const TwoLayers &network, const Matrix &x, const Matrix &dy) {
  // TODO(03.4): forward once more, then the five gradients, from dy back to x.
  (void)network, (void)x, (void)dy;
  throw brigade::NotImplemented("03.4");
}

} // namespace kitchen
