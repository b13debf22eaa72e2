// right: xtensor expressions over whole arrays; a batch without rows apart
#include "exercise.hpp"

#include <stdexcept>
#include <xtensor/xmath.hpp>
#include <xtensor/xview.hpp>

namespace kitchen {

Matrix dense_forward(const Matrix &x, const Matrix &w, const Vector &b) {
  if (x.shape(1) != w.shape(0) || b.shape(0) != w.shape(1))
    throw std::invalid_argument("the shapes do not fit");
  auto y = Matrix::from_shape({x.shape(0), w.shape(1)});
  if (x.shape(0) > 0) {
    const auto rows = xt::view(x, xt::all(), xt::all(), xt::newaxis());
    const auto columns = xt::view(w, xt::newaxis(), xt::all(), xt::all());
    y = xt::sum(rows * columns, {1}) + b;
  }
  return y;
}

} // namespace kitchen
