// expect: wrong; words: y of a square w, kept from call to call
// mistake: row 69: the result is kept between calls, and the second adds to the first
#include "exercise.hpp"

#include <stdexcept>

namespace kitchen {

Matrix dense_forward(const Matrix &x, const Matrix &w, const Vector &b) {
  if (x.shape(1) != w.shape(0) || b.shape(0) != w.shape(1))
    throw std::invalid_argument("the shapes do not fit");
  static Matrix y = xt::zeros<double>({x.shape(0), w.shape(1)});
  if (y.shape(0) != x.shape(0) || y.shape(1) != w.shape(1))
    y = xt::zeros<double>({x.shape(0), w.shape(1)});
  for (std::size_t i = 0; i < x.shape(0); ++i)
    for (std::size_t j = 0; j < w.shape(1); ++j) {
      for (std::size_t k = 0; k < w.shape(0); ++k)
        y(i, j) += x(i, k) * w(k, j);
      y(i, j) += b(j);
    }
  return y;
}

} // namespace kitchen
