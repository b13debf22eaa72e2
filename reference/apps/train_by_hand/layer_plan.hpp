#pragma once

#include "training/model.hpp"

#include "brigade/core/interval.hpp"
#include "brigade/runtime/kernels/activation.hpp"

#include <cstdint>
#include <vector>

namespace brigade::by_hand {

using training::MlpShape;

/// How the ranks along `model` share a layer's weights (inputs, outputs).
enum class LayerKind {
  column_parallel, ///< each holds a block of columns: it has all inputs and makes its block of
                   ///< outputs
  row_parallel, ///< each holds a block of rows: it has its block of inputs; outputs are summed over
                ///< model
  replicated    ///< each holds and computes all of it
};

/// One layer as one rank sees it. `local_` sizes are those of this rank's block of the weights.
struct LayerPlan {
  LayerKind kind = LayerKind::replicated;
  std::int64_t inputs = 0, outputs = 0;
  Interval local_inputs, local_outputs;
  Activation activation = Activation::none;

  std::int64_t local_weights() const { return local_inputs.size() * local_outputs.size(); }
  /// Column-parallel layers add their block of the bias; the others all of it.
  std::int64_t local_biases() const { return local_outputs.size(); }
  /// Whether all ranks along model hold the same bias (the weights: only if replicated).
  bool has_replicated_bias() const { return kind != LayerKind::column_parallel; }
};

/// Plans the layers in pairs, column-parallel then row-parallel: between the two of a pair each
/// rank works on its own block of the hidden units, so a pair costs one all-reduce forward and one
/// backward.
///
/// With an odd number of layers the last one is alone, and is replicated: cut either way it would
/// cost two collectives a step, of (rows, inputs) and (rows, classes) elements, to save 1 - 1/model
/// of a product that is only `classes` wide. Computing it everywhere costs none, since its inputs
/// are already on every rank.
std::vector<LayerPlan> plan_layers(const MlpShape &shape, std::int64_t model_size,
                                   std::int64_t model_rank);

} // namespace brigade::by_hand
