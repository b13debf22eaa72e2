#pragma once

#include "mlp.hpp"
#include "optimizer.hpp"
#include "training/trainer.hpp"

#include "brigade/runtime/kernels/softmax_cross_entropy.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace brigade::by_hand {

using training::StepResult;

/// Makes a network and trains it, a batch a call. run() takes no memory.
template <class T> class TrainStep {
public:
  /// All ranks together. `max_rows` = the most rows of a batch that any rank gets.
  TrainStep(Runtime &runtime, const Mesh &mesh, const MlpShape &shape,
            const OptimizerOptions &optimizer, std::uint64_t seed, std::int64_t max_rows);

  /// Where this rank's rows of the next batch are to be put: features (rows, features) and labels
  /// (rows).
  MatrixView<T> features(std::int64_t rows);
  std::span<std::int32_t> labels(std::int64_t rows);

  /// Forward, backward, sums over data, update.
  /// @param rows this rank's share of the batch; may be none.
  /// @param global_rows rows of the whole batch. Each rank divides by it, so the sum over data is
  /// the mean's
  ///   gradient however uneven the shares are.
  /// @param asked_to_stop tells the others, so that all stop after the same step.
  StepResult run(std::int64_t rows, std::int64_t global_rows, bool asked_to_stop = false);

  /// Forward only: this rank's sums.
  LossSums evaluate(std::int64_t rows);

  MeshGroups &groups() { return groups_; }
  const MeshGroups &groups() const { return groups_; }
  Parameters<T> &parameters() { return mlp_.parameters(); }
  const std::vector<LayerPlan> &plans() const { return plans_; }
  std::size_t arena_bytes() const { return arena_.bytes(); }

private:
  void sum_gradients();

  MeshGroups groups_;
  std::vector<LayerPlan> plans_;
  SharedArena arena_;
  Mlp<T> mlp_;
  Optimizer<T> optimizer_;
  AlignedVector<T> features_;
  std::vector<std::int32_t> labels_;
};

} // namespace brigade::by_hand
