// expect: wrong; words: when row 3 changes, lets the other rows in
// mistake: one mean and one variance for the whole array
#include "exercise.hpp"

#include <cmath>

namespace kitchen {

Matrix normalised_rows(const Matrix &x, const Vector &scale, const Vector &shift) {
  const std::size_t B = x.shape(0), F = x.shape(1);
  auto y = Matrix::from_shape({B, F});
  for (std::size_t i = 0; i < B; ++i)
    for (std::size_t j = 0; j < F; ++j) {
      double mean = 0, variance = 0;
      for (const double value : x)
        mean += value / static_cast<double>(x.size());
      for (const double value : x)
        variance += (value - mean) * (value - mean) / static_cast<double>(x.size());
      y(i, j) = scale(j) * (x(i, j) - mean) / std::sqrt(variance + 1e-5) + shift(j);
    }
  return y;
}

} // namespace kitchen
