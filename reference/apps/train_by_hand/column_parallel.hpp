#pragma once

#include "layer_pass.hpp"

namespace brigade::by_hand {

/// y ← activation(x · W + b) with this rank's columns of W and b. x (R, inputs) is the same on all
/// ranks along model; y (R, local outputs) is this rank's columns of the layer's output. No
/// communication.
template <class T> void column_parallel_forward(const LayerPass<T> &layer);

/// From dy, the gradient with respect to y (overwritten), to the gradients of W and b, and to dx
/// (R, inputs), which is summed over model: every rank's columns depend on all of x.
/// @param dx without data for the first layer, which has nobody to hand it to.
template <class T>
void column_parallel_backward(const LayerPass<T> &layer, MatrixView<T> dy, MatrixView<T> dx);

} // namespace brigade::by_hand
