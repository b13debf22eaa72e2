// expect: wrong; words: `b` was added 4 times too often
// mistake: the bias stands inside the sum and is added once a feature
#include "exercise.hpp"

#include <stdexcept>

namespace kitchen {

Matrix dense_forward(const Matrix &x, const Matrix &w, const Vector &b) {
  if (x.shape(1) != w.shape(0) || b.shape(0) != w.shape(1))
    throw std::invalid_argument("the shapes do not fit");
  auto y = Matrix::from_shape({x.shape(0), w.shape(1)});
  for (std::size_t i = 0; i < x.shape(0); ++i)
    for (std::size_t j = 0; j < w.shape(1); ++j) {
      double sum = 0;
      for (std::size_t k = 0; k < w.shape(0); ++k)
        sum += x(i, k) * w(k, j) + b(j);
      y(i, j) = sum;
    }
  return y;
}

} // namespace kitchen
