#pragma once

#include "train_by_hand/train_step.hpp"

#include "brigade/core/random.hpp"
#include "brigade/runtime/kernels/gemm.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <vector>

namespace brigade::bench {

/// The products of one step, on memory of their own.
class ProductsAlone {
public:
  ProductsAlone(const std::vector<std::int64_t> &sizes, std::int64_t batch) : batch_(batch) {
    const RandomStream stream(1);
    auto filled = [&](std::int64_t count) {
      by_hand::AlignedVector<float> values(static_cast<std::size_t>(count));
      for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = stream.uniform<float>(i) - 0.5F;
      return values;
    };
    for (std::size_t i = 0; i + 1 < sizes.size(); ++i) {
      const std::int64_t in = sizes[i], out = sizes[i + 1];
      layers_.push_back(
          {in, out, filled(in * out), filled(in * out), filled(batch * in), filled(batch * out)});
    }
    widest_ = *std::ranges::max_element(sizes);
    input_gradient_ = filled(batch * widest_);
  }

  void run() {
    for (Layer &layer : layers_)
      gemm<float>(layer.x(batch_), layer.w(), layer.y(batch_));
    for (std::size_t i = layers_.size(); i-- > 0;) {
      Layer &layer = layers_[i];
      if (i > 0) // nobody needs the gradient with respect to the features
        gemm<float>(layer.y(batch_), transposed(layer.w()),
                    MatrixView<float>{input_gradient_.data(), batch_, layer.in});
      gemm<float>(transposed(layer.x(batch_)), layer.y(batch_), layer.dw());
    }
  }

private:
  struct Layer {
    std::int64_t in, out;
    by_hand::AlignedVector<float> weights, gradient, inputs, outputs;
    MatrixView<float> w() { return {weights.data(), in, out}; }
    MatrixView<float> dw() { return {gradient.data(), in, out}; }
    MatrixView<float> x(std::int64_t batch) { return {inputs.data(), batch, in}; }
    MatrixView<float> y(std::int64_t batch) { return {outputs.data(), batch, out}; }
  };
  std::int64_t batch_, widest_ = 0;
  std::vector<Layer> layers_;
  by_hand::AlignedVector<float> input_gradient_;
};

/// Processor time of a call. One thread does all the work, so alone on a machine it is the wall
/// time.
inline double milliseconds(int calls, const std::function<void()> &call) {
  by_hand::ComputeClock clock;
  clock.start();
  for (int i = 0; i < calls; ++i)
    call();
  clock.stop();
  return 1e3 * clock.seconds() / calls;
}

} // namespace brigade::bench
