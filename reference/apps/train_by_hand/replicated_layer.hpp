#pragma once

#include "layer_pass.hpp"

namespace brigade::by_hand {

/// y ← activation(x · W + b), all of it on every rank along model: x (R, inputs), y (R, outputs).
template <class T> void replicated_forward(const LayerPass<T> &layer);

/// From dy (overwritten) to the gradients of W and b and to dx (R, inputs), without communication:
/// they come out the same on every rank along model.
/// @param dx without data for the first layer.
template <class T>
void replicated_backward(const LayerPass<T> &layer, MatrixView<T> dy, MatrixView<T> dx);

} // namespace brigade::by_hand
