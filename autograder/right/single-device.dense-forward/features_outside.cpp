// right: the loop over the features outside, so that rows of w are read in order
#include "exercise.hpp"

#include <algorithm>
#include <stdexcept>

namespace kitchen {

Matrix dense_forward(const Matrix &x, const Matrix &w, const Vector &b) {
  if (x.shape(1) != w.shape(0) || b.shape(0) != w.shape(1))
    throw std::invalid_argument("the shapes do not fit");
  auto y = Matrix::from_shape({x.shape(0), w.shape(1)});
  for (std::size_t i = 0; i < x.shape(0); ++i)
    std::copy(b.begin(), b.end(), y.begin() + static_cast<std::ptrdiff_t>(i * w.shape(1)));
  for (std::size_t k = w.shape(0); k-- > 0;)
    for (std::size_t i = 0; i < x.shape(0); ++i)
      for (std::size_t j = 0; j < w.shape(1); ++j)
        y(i, j) += x(i, k) * w(k, j);
  return y;
}

} // namespace kitchen
