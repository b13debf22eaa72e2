#include "train_step.hpp"

#include <algorithm>

namespace brigade::by_hand {

template <class T>
TrainStep<T>::TrainStep(Runtime &runtime, const Mesh &mesh, const MlpShape &shape,
                        const OptimizerOptions &optimizer, std::uint64_t seed,
                        std::int64_t max_rows)
    : groups_(runtime, mesh),
      plans_(plan_layers(shape, groups_.model().size(), groups_.model().rank())),
      arena_(runtime, Mlp<T>::arena_bytes(plans_, max_rows)),
      mlp_(plans_, max_rows, seed, groups_, arena_),
      optimizer_(optimizer, parameters().values().size()),
      features_(static_cast<std::size_t>(max_rows * shape.sizes.front())),
      labels_(static_cast<std::size_t>(max_rows)) {}

template <class T> MatrixView<T> TrainStep<T>::features(std::int64_t rows) {
  return {features_.data(), rows, plans_.front().inputs};
}

template <class T> std::span<std::int32_t> TrainStep<T>::labels(std::int64_t rows) {
  return std::span(labels_).first(static_cast<std::size_t>(rows));
}

template <class T>
StepResult TrainStep<T>::run(std::int64_t rows, std::int64_t global_rows, bool asked_to_stop) {
  groups_.clock().start();
  const T scale = T(1) / static_cast<T>(global_rows);
  const MatrixView<T> logits = mlp_.forward(features(rows));
  const LossSums sums = softmax_cross_entropy<T>(logits, labels(rows), scale);

  // Alone, a rank updates each layer while its gradient is still in the cache; otherwise the sums
  // come first.
  const bool is_alone = groups_.mesh().size() == 1;
  optimizer_.begin_step();
  mlp_.backward(features(rows), logits, [&](std::size_t layer) {
    if (is_alone)
      optimizer_.update(parameters(), layer);
  });

  StepSummary<T> &summary = parameters().summary();
  summary = {static_cast<T>(sums.loss / static_cast<double>(global_rows)),
             static_cast<T>(sums.correct), static_cast<T>(asked_to_stop)};
  if (!is_alone) {
    sum_gradients();
    for (std::size_t layer = 0; layer < plans_.size(); ++layer)
      optimizer_.update(parameters(), layer);
  }
  groups_.clock().stop();
  return {static_cast<double>(summary.loss), static_cast<std::int64_t>(summary.correct),
          summary.stop > T(0)};
}

template <class T> void TrainStep<T>::sum_gradients() {
  // Ranks along model worked on the same rows and hold the same replicated gradients: one of them
  // speaks for all.
  if (groups_.model().rank() != 0) {
    StepSummary<T> &summary = parameters().summary();
    summary.loss = summary.correct = T(0);
    std::ranges::fill(parameters().replicated_gradients(), T(0));
  }
  groups_.sum_over_mesh(parameters().summary_and_replicated_gradients());
  groups_.sum_over_data(parameters().block_gradients());
}

template <class T> LossSums TrainStep<T>::evaluate(std::int64_t rows) {
  const MatrixView<T> logits = mlp_.forward(features(rows));
  return softmax_loss<T>(logits, labels(rows));
}

template class TrainStep<float>;
template class TrainStep<double>;

} // namespace brigade::by_hand
