#pragma once

#include "train_by_hand/initial_weights.hpp"
#include "train_by_hand/optimizer.hpp"

#include "brigade/core/random.hpp"
#include "brigade/runtime/kernels/plain.hpp"

#include <cstdint>
#include <vector>

namespace brigade::by_hand {

/// The trainer's oracle: the same network on one device, in whole-array expressions, with no mesh
/// anywhere.
template <class T> class SerialTraining {
public:
  SerialTraining(const MlpShape &shape, const OptimizerOptions &optimizer, std::uint64_t seed)
      : layers_(plan_layers(shape, 1, 0)), optimizer_(optimizer) {
    for (std::size_t i = 0; i < layers_.size(); ++i) {
      const auto in = static_cast<std::size_t>(layers_[i].inputs),
                 out = static_cast<std::size_t>(layers_[i].outputs);
      weights_.push_back(xt::zeros<T>({in, out}));
      biases_.push_back(xt::zeros<T>({out}));
      draw_initial_weights<T>(layers_[i], seed, i,
                              {weights_[i].data(), layers_[i].inputs, layers_[i].outputs});
      for (std::size_t moment = 0; moment < 2; ++moment) {
        moments_[moment].push_back(xt::zeros<T>({in * out}));
        moments_[moment].push_back(xt::zeros<T>({out}));
      }
    }
  }

  /// One step on a batch. @return its mean loss, before the update.
  double step(const plain::Matrix<T> &features, std::span<const std::int32_t> labels) {
    ++steps_;
    std::vector<plain::Matrix<T>> values = {features};
    for (std::size_t i = 0; i < layers_.size(); ++i)
      values.push_back(plain::add_bias_and_activate<T>(plain::product(values[i], weights_[i]),
                                                       biases_[i], layers_[i].activation));
    const plain::Matrix<T> &logits = values.back();
    const auto rows = static_cast<T>(labels.size());
    plain::Matrix<T> dy =
        (plain::softmax(logits) - plain::one_hot<T>(labels, logits.shape(1))) / rows;
    for (std::size_t i = layers_.size(); i-- > 0;) {
      dy = plain::activation_gradient<T>(dy, values[i + 1], layers_[i].activation);
      const plain::Matrix<T> x_transposed = xt::transpose(values[i]),
                             w_transposed = xt::transpose(weights_[i]);
      const plain::Matrix<T> dw = plain::product(x_transposed, dy);
      const plain::Vector<T> db = plain::column_sum(dy);
      dy = plain::product(dy, w_transposed);
      plain::Vector<T> flat_weights = xt::flatten(weights_[i]);
      update(flat_weights, plain::Vector<T>(xt::flatten(dw)), 2 * i);
      weights_[i] = xt::reshape_view(flat_weights, weights_[i].shape());
      update(biases_[i], db, 2 * i + 1);
    }
    return plain::cross_entropy(logits, labels) / static_cast<double>(labels.size());
  }

private:
  void update(plain::Vector<T> &values, const plain::Vector<T> &gradient, std::size_t place) {
    const auto lr = static_cast<T>(optimizer_.learning_rate);
    if (optimizer_.kind == OptimizerKind::sgd)
      plain::sgd_momentum_update<T>(values, gradient, moments_[0][place], lr,
                                    static_cast<T>(optimizer_.momentum));
    else
      plain::adam_update<T>(values, gradient, moments_[0][place], moments_[1][place], lr,
                            static_cast<T>(optimizer_.beta1), static_cast<T>(optimizer_.beta2),
                            static_cast<T>(optimizer_.epsilon), static_cast<T>(steps_));
  }

  std::vector<LayerPlan> layers_;
  OptimizerOptions optimizer_;
  std::vector<plain::Matrix<T>> weights_;
  std::vector<plain::Vector<T>> biases_;
  std::vector<plain::Vector<T>> moments_[2];
  long steps_ = 0;
};

/// Rows of the batch of a step, the same numbers on every rank.
template <class T> struct Batch {
  plain::Matrix<T> features;
  std::vector<std::int32_t> labels;

  Batch(std::int64_t rows, const MlpShape &shape, std::uint64_t step)
      : features(xt::zeros<T>(
            {static_cast<std::size_t>(rows), static_cast<std::size_t>(shape.sizes.front())})),
        labels(static_cast<std::size_t>(rows)) {
    const RandomStream stream = RandomStream(99).fold_in(step);
    std::uint64_t drawn = 0;
    for (T &feature : features)
      feature = static_cast<T>(stream.uniform(drawn++) * 2 - 1);
    for (std::int32_t &label : labels)
      label = static_cast<std::int32_t>(stream.uniform(drawn++) *
                                        static_cast<double>(shape.sizes.back()));
  }
};

} // namespace brigade::by_hand
