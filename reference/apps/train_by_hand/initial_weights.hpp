#pragma once

#include "layer_plan.hpp"

#include "brigade/runtime/kernels/matrix_view.hpp"

#include <cstddef>
#include <cstdint>

namespace brigade::by_hand {

/// Draws this rank's block of a layer's weights, uniform in ±sqrt(6 / inputs) before relu (He et
/// al. 2015) and in ±sqrt(6 / (inputs + outputs)) elsewhere (Glorot and Bengio 2010). Each weight
/// depends on the seed, the layer and its place in the whole matrix, so the network is the same on
/// every mesh.
template <class T>
void draw_initial_weights(const LayerPlan &plan, std::uint64_t seed, std::size_t layer,
                          MatrixView<T> block);

} // namespace brigade::by_hand
