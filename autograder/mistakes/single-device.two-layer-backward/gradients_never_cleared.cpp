// expect: wrong; words: all calls agree bit for bit, kept from call to call
// mistake: gradients kept between calls, and never set back to zero
#include "exercise.hpp"

#include <algorithm>

namespace kitchen {

Gradients two_layer_backward(const TwoLayers &network, const Matrix &x, const Matrix &dy) {
  const std::size_t B = x.shape(0), F = x.shape(1), H = network.b1.shape(0), C = dy.shape(1);
  static Gradients g;
  if (g.w1.shape(0) != F || g.w1.shape(1) != H || g.w2.shape(1) != C) {
    g.w1 = xt::zeros<double>({F, H});
    g.b1 = xt::zeros<double>({H});
    g.w2 = xt::zeros<double>({H, C});
    g.b2 = xt::zeros<double>({C});
  }
  g.x = xt::zeros<double>({B, F});
  for (std::size_t i = 0; i < B; ++i) {
    Vector h = network.b1;
    for (std::size_t j = 0; j < H; ++j) {
      double sum = network.b1(j);
      for (std::size_t k = 0; k < F; ++k)
        sum += x(i, k) * network.w1(k, j);
      h(j) = std::max(sum, 0.0);
    }
    for (std::size_t c = 0; c < C; ++c)
      g.b2(c) += dy(i, c);
    for (std::size_t j = 0; j < H; ++j) {
      double dh = 0;
      for (std::size_t c = 0; c < C; ++c) {
        dh += dy(i, c) * network.w2(j, c);
        g.w2(j, c) += h(j) * dy(i, c);
      }
      const double ds = h(j) > 0 ? dh : 0;
      g.b1(j) += ds;
      for (std::size_t k = 0; k < F; ++k) {
        g.w1(k, j) += x(i, k) * ds;
        g.x(i, k) += ds * network.w1(k, j);
      }
    }
  }
  return g;
}

} // namespace kitchen
