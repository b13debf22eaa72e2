#pragma once

#include "model.hpp"
#include "options.hpp"

#include "brigade/comm/runtime.hpp"
#include "brigade/data/batching.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace brigade::training {

/// What all ranks know of a step when it is done; the same bits on each.
struct StepResult {
  double loss = 0; ///< mean over the global batch
  std::int64_t correct =
      0;             ///< rows of the global batch whose label was predicted, before the update
  bool stop = false; ///< some rank was asked to stop
};

/// Where this rank's rows of a batch are to be put.
struct BatchPlace {
  std::span<float> features;      ///< (own rows, features)
  std::span<std::int32_t> labels; ///< (own rows)
};

/// A network on a mesh {data, model}, and the steps that train it. All ranks call it together.
class Trainer {
public:
  virtual ~Trainer() = default;
  /// @param own_rows this rank's share of a batch of `rows`; may be none.
  virtual BatchPlace place_for(std::int64_t own_rows, std::int64_t rows) = 0;
  /// Trains on the rows that were put there. @param asked_to_stop tells the other ranks, so that
  /// all stop after the same step.
  virtual StepResult step(bool asked_to_stop) = 0;
  /// Of the rows that were put there, how many are predicted right; each counts on one rank only.
  virtual std::int64_t count_correct() = 0;
  /// The machine profile for which it is planned; "" where nothing is.
  virtual std::string planned_for() const { return ""; }
  /// Processor time of this rank's steps, without communication.
  virtual double compute_seconds() const = 0;
  /// Memory of this rank that steps, and counts of what is predicted right, work in.
  virtual std::int64_t arena_bytes() const = 0;
};

/// What a trainer is made of.
struct TrainerSettings {
  Runtime &runtime;
  const TrainOptions &options;
  MlpShape shape;
  std::int64_t largest_share = 1; ///< the most rows of a batch that a rank gets
  std::vector<std::int64_t> train_batches, test_batches; ///< sizes of batches that will come
};

/// This rank's part of a batch that is cut over the axis data.
DataShare share_along_data(const Runtime &runtime, const TrainOptions &options);

/// One of the two ways to train.
struct TrainerKind {
  ProgramWords words;
  std::function<std::unique_ptr<Trainer>(const TrainerSettings &)> make;
  /// This rank's part of each batch; known before the data are.
  std::function<DataShare(const Runtime &, const TrainOptions &)> share = share_along_data;
};

} // namespace brigade::training
