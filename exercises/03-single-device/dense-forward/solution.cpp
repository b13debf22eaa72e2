#include "exercise.hpp"

#include <stdexcept>

namespace kitchen {

// [dense_forward]
Matrix dense_forward(const Matrix &x, const Matrix &w, const Vector &b) {
  if (x.shape(1) != w.shape(0) || b.shape(0) != w.shape(1))
    throw std::invalid_argument("dense_forward: the shapes of x, w and b do not fit together");
  const std::size_t rows = x.shape(0), features = w.shape(0), outputs = w.shape(1);
  auto y = Matrix::from_shape({rows, outputs});
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t j = 0; j < outputs; ++j) {
      double sum = b(j);
      for (std::size_t k = 0; k < features; ++k)
        sum += x(i, k) * w(k, j);
      y(i, j) = sum;
    }
  return y;
}
// [dense_forward]

} // namespace kitchen
