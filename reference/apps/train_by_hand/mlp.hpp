#pragma once

#include "activations.hpp"
#include "layer_pass.hpp"
#include "layer_plan.hpp"
#include "mesh_groups.hpp"
#include "parameters.hpp"
#include "shared_arena.hpp"

#include <cstdint>
#include <vector>

namespace brigade::by_hand {

/// The network as one rank runs it: layers in order, each by the functions of its kind, for at most
/// `max_rows` rows. All memory is taken at construction.
template <class T> class Mlp {
public:
  /// `plans` and `groups` must live as long as the network.
  Mlp(std::span<const LayerPlan> plans, std::int64_t max_rows, std::uint64_t seed,
      MeshGroups &groups, SharedArena &arena);
  static std::size_t arena_bytes(std::span<const LayerPlan> plans, std::int64_t max_rows);

  /// (R, features) to logits (R, classes), the same on all ranks along model.
  MatrixView<T> forward(MatrixView<const T> features);

  /// Gradients of all parameters, from the last layer to the first. `layer_is_done(i)` is called as
  /// soon as layer i has its gradients and its weights are needed no more.
  /// @param features what forward() was given.
  /// @param dlogits gradient with respect to forward()'s result, in the same memory; overwritten.
  template <class Callback>
  void backward(MatrixView<const T> features, MatrixView<T> dlogits, Callback &&layer_is_done) {
    MatrixView<T> dy = dlogits;
    for (std::size_t i = plans_.size(); i-- > 0;) {
      dy = backward_layer(i, features, dy);
      layer_is_done(i);
    }
  }

  Parameters<T> &parameters() { return parameters_; }

private:
  LayerPass<T> pass(std::size_t index, MatrixView<const T> features);
  /// @return the gradient with respect to what the layer was given.
  MatrixView<T> backward_layer(std::size_t index, MatrixView<const T> features, MatrixView<T> dy);

  std::span<const LayerPlan> plans_;
  MeshGroups &groups_;
  Activations<T>
      activations_; // takes its part of the arena before the gradients, whose sizes differ by rank
  Parameters<T> parameters_;
};

} // namespace brigade::by_hand
