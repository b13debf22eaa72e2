#pragma once

#include "layer_pass.hpp"

namespace brigade::by_hand {

/// y ← activation(Σ over model of x · W + b) with this rank's columns of x, which the
/// column-parallel layer before left here, and the same rows of W. y (R, outputs) is the same on
/// all ranks along model. The bias is added after the sum: before it, it would count once a rank.
template <class T> void row_parallel_forward(const LayerPass<T> &layer);

/// From dy (R, outputs), the same on all ranks along model (overwritten), to the gradients of this
/// rank's rows of W and of b, and to dx (R, local inputs), this rank's columns. No communication.
/// The bias's gradient comes out the same on every rank along model.
template <class T>
void row_parallel_backward(const LayerPass<T> &layer, MatrixView<T> dy, MatrixView<T> dx);

} // namespace brigade::by_hand
