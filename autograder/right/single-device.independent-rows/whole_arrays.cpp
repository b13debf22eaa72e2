// right: xtensor reductions along axis 1; a batch without rows apart
#include "exercise.hpp"

#include <xtensor/xmath.hpp>

namespace kitchen {

Matrix normalised_rows(const Matrix &x, const Vector &scale, const Vector &shift) {
  if (x.shape(0) == 0)
    return x;
  const Matrix mean = xt::mean(x, {1}, xt::keep_dims); // left lazy, it would come out wrong
  const Matrix centred = x - mean;
  const Matrix variance = xt::mean(centred * centred, {1}, xt::keep_dims);
  return scale * centred / xt::sqrt(variance + 1e-5) + shift;
}

} // namespace kitchen
