#pragma once

#include "layer_plan.hpp"
#include "mesh_groups.hpp"
#include "parameters.hpp"

namespace brigade::by_hand {

/// What a layer's forward and backward pass work on. R = rows of the batch on this rank.
template <class T> struct LayerPass {
  const LayerPlan &plan;
  const LayerParameters<T> &parameters;
  MeshGroups &groups;
  MatrixView<const T> x; ///< (R, local inputs): what the layer is given
  MatrixView<T> y;       ///< (R, local outputs): what it makes
};

} // namespace brigade::by_hand
