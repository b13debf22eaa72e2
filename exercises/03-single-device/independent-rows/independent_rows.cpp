#include "exercise.hpp"

#include <cmath>

namespace kitchen {

// 03.6: this compiles, runs, and gives numbers that look normalised. Look at what each number is
// computed from, and mend it.
Matrix normalised_rows(const Matrix &x, const Vector &scale, const Vector &shift) {
  const std::size_t rows = x.shape(0), features = x.shape(1);
  auto y = Matrix::from_shape({rows, features});
  for (std::size_t j = 0; j < features; ++j) {
    double mean = 0;
    for (std::size_t i = 0; i < rows; ++i)
      mean += x(i, j) / static_cast<double>(rows);
    double variance = 0;
    for (std::size_t i = 0; i < rows; ++i)
      variance += (x(i, j) - mean) * (x(i, j) - mean) / static_cast<double>(rows);
    for (std::size_t i = 0; i < rows; ++i)
      y(i, j) = scale(j) * (x(i, j) - mean) / std::sqrt(variance + 1e-5) + shift(j);
  }
  return y;
}

} // namespace kitchen
