#include "exercise.hpp"

namespace kitchen {

LossAndGradient softmax_cross_entropy(const Matrix &logits,
                                      const xt::xtensor<std::int32_t, 1> &labels,
                                      std::int64_t global_batch) {
  // TODO(03.3): the loss and its gradient, row by row, without an overflow.
  (void)logits, (void)labels, (void)global_batch;
  throw brigade::NotImplemented("03.3");
}

} // namespace kitchen
