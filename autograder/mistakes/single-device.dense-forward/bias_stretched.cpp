// expect: wrong; words: b (1), "none" instead of, what is refused
// mistake: xtensor stretches a bias of one element over all outputs
#include "exercise.hpp"

#include <stdexcept>

namespace kitchen {

Matrix dense_forward(const Matrix &x, const Matrix &w, const Vector &b) {
  if (x.shape(1) != w.shape(0))
    throw std::invalid_argument("the shapes do not fit");
  Matrix out = xt::zeros<double>({x.shape(0), w.shape(1)});
  for (std::size_t i = 0; i < x.shape(0); ++i)
    for (std::size_t j = 0; j < w.shape(1); ++j)
      for (std::size_t k = 0; k < w.shape(0); ++k)
        out(i, j) += x(i, k) * w(k, j);
  Matrix y = out + b;
  return y;
}

} // namespace kitchen
