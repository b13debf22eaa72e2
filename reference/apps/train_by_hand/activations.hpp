#pragma once

#include "layer_plan.hpp"
#include "parameters.hpp"
#include "shared_arena.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace brigade::by_hand {

/// The memory between the layers, for at most `max_rows` rows: each layer's outputs, kept for the
/// backward pass, and two buffers for the gradients that are handed from a layer to the one before.
/// What is summed over model lies in the arena: row-parallel layers' outputs, and the gradients.
template <class T> class Activations {
public:
  Activations(std::span<const LayerPlan> plans, std::int64_t max_rows, SharedArena &arena);
  static std::size_t arena_bytes(std::span<const LayerPlan> plans, std::int64_t max_rows);

  /// (rows, local outputs) of a layer.
  MatrixView<T> outputs(std::size_t layer, std::int64_t rows) const;
  /// (rows, local inputs), the gradient with respect to what a layer is given. A layer reads one
  /// buffer and writes the other. Without data for the first layer: nobody needs it.
  MatrixView<T> input_gradient(std::size_t layer, std::int64_t rows) const;

private:
  std::span<const LayerPlan> plans_;
  std::span<T> input_gradients_[2];
  std::vector<std::span<T>> outputs_;
  std::vector<AlignedVector<T>> private_outputs_;
};

} // namespace brigade::by_hand
