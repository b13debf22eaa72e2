// expect: wrong; words: within 1e-6 relative, computed in float
// Each sum is kept in a float.
#include "exercise.hpp"

#include <stdexcept>

namespace kitchen {

Matrix dense_forward(const Matrix &x, const Matrix &w, const Vector &b) {
  if (x.shape(1) != w.shape(0) || w.shape(1) != b.shape(0))
    throw std::invalid_argument("the shapes do not fit");
  Matrix y = xt::zeros<double>({x.shape(0), w.shape(1)});
  for (std::size_t row = 0; row < x.shape(0); ++row)
    for (std::size_t column = 0; column < w.shape(1); ++column) {
      float sum = static_cast<float>(b(column));
      for (std::size_t k = 0; k < x.shape(1); ++k)
        sum += static_cast<float>(x(row, k) * w(k, column));
      y(row, column) = sum;
    }
  return y;
}

} // namespace kitchen
