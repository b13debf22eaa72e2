#pragma once

#include "trial/not_implemented.hpp"

#include <xtensor/xtensor.hpp>

namespace kitchen {

using Matrix = xt::xtensor<double, 2>;
using Vector = xt::xtensor<double, 1>;

/// A dense layer, forward: y = x·w + b, with the bias added to every row,
///   y(i, j) = Σ over k of x(i, k) · w(k, j) + b(j).
///
/// @param x (B, F): a batch of B samples of F features, one sample a row. B may be 0.
/// @param w (F, H): column j holds the weights of output j.
/// @param b (H): one bias for each output.
/// @return (B, H).
/// Throws std::invalid_argument where x has not as many columns as w has rows, or b not as many
/// elements as w has columns. Nothing is stretched to fit, not even a bias of one element.
///
/// Pure: the result depends on the three arguments alone, and a second call returns it again.
/// The trial also cuts the batch into 1, 2, 3, 4 and 8 pieces and calls the function on each; some
/// pieces have no rows.
///
/// Example: x = [[1, 2, 3], [4, 5, 6]], w = [[1, 0], [0, 1], [1, 1]], b = [10, 20]
/// gives [[14, 25], [20, 31]].
Matrix dense_forward(const Matrix &x, const Matrix &w, const Vector &b);

} // namespace kitchen
