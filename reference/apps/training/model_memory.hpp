#pragma once

#include "model.hpp"

#include <cstdint>

namespace brigade::training {

/// What decides how much memory the training of a model takes on one machine.
struct ModelMemory {
  OptimizerKind optimizer = OptimizerKind::sgd;
  std::int64_t number_bytes = 4;
  std::int64_t rows = 1;       ///< of a rank's share of a batch
  std::int64_t model_size = 1; ///< devices along model, which share the parameters
  std::int64_t ranks_on_node = 1;
};

/// Finds out before anything is allocated whether a machine can hold a model: the ranks'
/// parameters, their gradients, what the optimizer keeps of them, activations and their gradients.
/// Throws InputError, which names the layers, what they need and what there is.
void check_model_fits(const MlpShape &shape, const ModelMemory &training, double available_bytes);

} // namespace brigade::training
