#include "exercise.hpp"

namespace kitchen {

namespace {

// [products]
// left·right
Matrix product(const Matrix &left, const Matrix &right) {
  Matrix out = xt::zeros<double>({left.shape(0), right.shape(1)});
  for (std::size_t i = 0; i < left.shape(0); ++i)
    for (std::size_t k = 0; k < left.shape(1); ++k)
      for (std::size_t j = 0; j < right.shape(1); ++j)
        out(i, j) += left(i, k) * right(k, j);
  return out;
}

Matrix transposed(const Matrix &matrix) {
  auto out = Matrix::from_shape({matrix.shape(1), matrix.shape(0)});
  for (std::size_t i = 0; i < matrix.shape(0); ++i)
    for (std::size_t j = 0; j < matrix.shape(1); ++j)
      out(j, i) = matrix(i, j);
  return out;
}

Vector sum_over_rows(const Matrix &matrix) {
  Vector out = xt::zeros<double>({matrix.shape(1)});
  for (std::size_t i = 0; i < matrix.shape(0); ++i)
    for (std::size_t j = 0; j < matrix.shape(1); ++j)
      out(j) += matrix(i, j);
  return out;
}
// [products]

} // namespace

// [two_layer_backward]
Gradients two_layer_backward(const TwoLayers &network, const Matrix &x, const Matrix &dy) {
  Matrix h = product(x, network.w1); // forward, up to relu's output
  for (std::size_t i = 0; i < h.shape(0); ++i)
    for (std::size_t j = 0; j < h.shape(1); ++j)
      h(i, j) = std::max(h(i, j) + network.b1(j), 0.0);

  Matrix ds = product(dy, transposed(network.w2)); // dh, and with the mask of relu: ds
  for (std::size_t i = 0; i < h.shape(0); ++i)
    for (std::size_t j = 0; j < h.shape(1); ++j)
      if (!(h(i, j) > 0))
        ds(i, j) = 0;

  return {.x = product(ds, transposed(network.w1)),
          .w1 = product(transposed(x), ds),
          .b1 = sum_over_rows(ds),
          .w2 = product(transposed(h), dy),
          .b2 = sum_over_rows(dy)};
}
// [two_layer_backward]

} // namespace kitchen
