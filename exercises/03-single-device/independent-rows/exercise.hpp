#pragma once

#include "trial/not_implemented.hpp"

#include <xtensor/xtensor.hpp>

namespace kitchen {

using Matrix = xt::xtensor<double, 2>;
using Vector = xt::xtensor<double, 1>;

/// Brings each row to mean 0 and variance 1, then scales and shifts its features: layer
/// normalisation (Ba, Kiros and Hinton 2016). With F features and, of row i alone,
///   mean_i = Σ over j of x(i, j) / F,   variance_i = Σ over j of (x(i, j) - mean_i)² / F,
///   y(i, j) = scale(j) · (x(i, j) - mean_i) / sqrt(variance_i + 1e-5) + shift(j).
///
/// @param x (B, F), F at least 1. B may be 0.
/// @param scale, shift (F)
/// @return (B, F)
///
/// Rows are independent: row i of the result depends on row i of x and on nothing else of it. So
/// the result of the whole batch is the pieces' results joined, wherever the batch is cut. The
/// trial cuts it into 1, 2, 3, 4 and 8 pieces, some of them without rows.
///
/// Example: x = [[1, 3], [50, 10]], scale = [1, 1], shift = [0, 10]
/// gives about [[-1, 11], [1, 9]].
Matrix normalised_rows(const Matrix &x, const Vector &scale, const Vector &shift);

} // namespace kitchen
