#pragma once

#include "trial/not_implemented.hpp"

#include <xtensor/xtensor.hpp>

namespace kitchen {

using Matrix = xt::xtensor<double, 2>;
using Vector = xt::xtensor<double, 1>;

/// A network of two layers: y = relu(x·w1 + b1)·w2 + b2.
struct TwoLayers {
  Matrix w1; ///< (F, H)
  Vector b1; ///< (H)
  Matrix w2; ///< (H, C)
  Vector b2; ///< (C)
};

/// The gradients of a loss, each of the shape of what it belongs to.
struct Gradients {
  Matrix x;  ///< (B, F)
  Matrix w1; ///< (F, H)
  Vector b1; ///< (H)
  Matrix w2; ///< (H, C)
  Vector b2; ///< (C)
};

/// The way back through the network: from the gradient of a loss with respect to the outputs to its
/// gradients with respect to the inputs and all parameters, by the chain rule.
///
/// @param x (B, F): the batch that went in. B may be 0: then the parameters' gradients are zero.
/// @param dy (B, C): ∂loss/∂y. Whatever mean the loss takes is in it already: the rows' parts are
///   added, nothing is divided.
/// The derivative of relu is 0 where its output is 0. The shapes fit together.
///
/// In double, so that finite differences tell right from wrong. Pure: nothing that was given
/// changes, and a second call returns the same. The trial also cuts the batch into 1, 2, 3, 4 and 8
/// pieces: the pieces' gradients of the parameters add up to those of the whole batch.
///
/// Example (B = 1, F = 2, H = 2, C = 1): x = [[1, 2]], w1 = [[1, -1], [1, 0]], b1 = [0, 0],
/// w2 = [[2], [5]], b2 = [7], dy = [[1]]. Then x·w1 + b1 = [[3, -1]], relu gives [[3, 0]], and
/// w2 has gradient [[3], [0]], b2 [1], w1 [[2, 0], [4, 0]], b1 [2, 0], x [[2, 2]].
Gradients two_layer_backward(const TwoLayers &network, const Matrix &x, const Matrix &dy);

} // namespace kitchen
