// expect: wrong; words: y of piece 0, nor by the rows
// mistake: along the row, but divided by the number of rows
#include "exercise.hpp"

#include <cmath>

namespace kitchen {

Matrix normalised_rows(const Matrix &x, const Vector &scale, const Vector &shift) {
  const std::size_t B = x.shape(0), F = x.shape(1);
  auto y = Matrix::from_shape({B, F});
  for (std::size_t i = 0; i < B; ++i)
    for (std::size_t j = 0; j < F; ++j) {
      double mean = 0, variance = 0;
      for (std::size_t k = 0; k < F; ++k)
        mean += x(i, k) / static_cast<double>(B);
      for (std::size_t k = 0; k < F; ++k)
        variance += (x(i, k) - mean) * (x(i, k) - mean) / static_cast<double>(B);
      y(i, j) = scale(j) * (x(i, j) - mean) / std::sqrt(variance + 1e-5) + shift(j);
    }
  return y;
}

} // namespace kitchen
