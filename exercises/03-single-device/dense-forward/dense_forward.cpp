#include "exercise.hpp"

namespace kitchen {

xt::xtensor<float, 2> dense_forward(const xt::xtensor<float, 2> &x, const xt::xtensor<float, 2> &w,
                                    const xt::xtensor<float, 1> &b) {
  // TODO(03.1): y = x·w + b, as exercise.hpp says.
  (void)x, (void)w, (void)b;
  throw brigade::NotImplemented("03.1");
}

} // namespace kitchen
