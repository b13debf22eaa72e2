// right: mean and variance in one pass, by updates (Welford 1962)
#include "exercise.hpp"

#include <cmath>

namespace kitchen {

Matrix normalised_rows(const Matrix &x, const Vector &scale, const Vector &shift) {
  Matrix y = x;
  for (std::size_t i = 0; i < x.shape(0); ++i) {
    double mean = 0, squares = 0;
    for (std::size_t j = 0; j < x.shape(1); ++j) {
      const double off = x(i, j) - mean;
      mean += off / static_cast<double>(j + 1);
      squares += off * (x(i, j) - mean);
    }
    const double factor = 1 / std::sqrt(squares / static_cast<double>(x.shape(1)) + 1e-5);
    for (std::size_t j = 0; j < x.shape(1); ++j)
      y(i, j) = (x(i, j) - mean) * factor * scale(j) + shift(j);
  }
  return y;
}

} // namespace kitchen
