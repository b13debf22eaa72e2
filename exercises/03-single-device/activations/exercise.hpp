#pragma once

#include "trial/not_implemented.hpp"

#include <xtensor/xtensor.hpp>

namespace kitchen {

using Matrix = xt::xtensor<double, 2>;

// Two activations, element by element, and the way back through each. All arrays have one shape,
// (B, H), which may have no rows.
//
// A backward function is given dy, the gradient of the loss with respect to the activation's
// output, and y, that output itself (not the sums that went in). It returns the gradient with
// respect to the sums: dx = dy · derivative, element by element.
//
// Example: x = [-2, 0, 3] and dy = [5, 5, 5] give
//   relu: y = [0, 0, 3],        dx = [0, 0, 5]
//   tanh: y = [-0.964, 0, 0.995], dx = [0.353, 5, 0.0493]

/// relu(x) = max(x, 0). NaN stays NaN: a fault upstream must stay visible.
Matrix relu_forward(const Matrix &x);

/// The derivative is 1 where y > 0, else 0; at x = 0, where there is none, it is 0 by agreement.
Matrix relu_backward(const Matrix &dy, const Matrix &y);

/// tanh(x), for any x: ±1 where x is large. NaN stays NaN.
Matrix tanh_forward(const Matrix &x);

/// The derivative of tanh, from its output: 1 - y².
Matrix tanh_backward(const Matrix &dy, const Matrix &y);

} // namespace kitchen
