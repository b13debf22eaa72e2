// How close a whole training step comes to the rate of its own matrix products: the trainer's step,
// on a mesh of one rank, against the same products (shapes, transposes, sizes of buffers) alone. 1
// would mean that bias, activation, loss, column sums and the optimizer's update cost nothing.
//
//   bench-train-step [--pairs 30] [--json FILE]

#include "result.hpp"
#include "spread.hpp"

#include "train_by_hand/train_step.hpp"

#include "brigade/comm/run_main.hpp"
#include "brigade/core/random.hpp"
#include "brigade/runtime/kernels/gemm.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <functional>
#include <vector>

namespace {

using namespace brigade;
using namespace brigade::by_hand;

struct Case {
  MlpShape shape;
  std::int64_t batch;
  OptimizerKind optimizer;
  double bound;
  int calls; // in one measurement, so that it takes tens of milliseconds
};

const std::vector<Case> kCases = {
    {{{784, 2048, 2048, 10}}, 512, OptimizerKind::sgd, 0.95, 1},
    {{{784, 2048, 2048, 10}}, 512, OptimizerKind::adam, 0.90, 1},
    {{{64, 256, 256, 10}}, 128, OptimizerKind::sgd, 0.90, 40},
    {{{64, 256, 256, 10}}, 128, OptimizerKind::adam, 0.78, 40},
};

/// The products of one step, on memory of their own.
class ProductsAlone {
public:
  ProductsAlone(const MlpShape &shape, std::int64_t batch) : batch_(batch) {
    const RandomStream stream(1);
    auto filled = [&](std::int64_t count) {
      AlignedVector<float> values(static_cast<std::size_t>(count));
      for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = stream.uniform<float>(i) - 0.5F;
      return values;
    };
    for (std::size_t i = 0; i + 1 < shape.sizes.size(); ++i) {
      const std::int64_t in = shape.sizes[i], out = shape.sizes[i + 1];
      layers_.push_back(
          {in, out, filled(in * out), filled(in * out), filled(batch * in), filled(batch * out)});
    }
    widest_ = *std::ranges::max_element(shape.sizes);
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
    AlignedVector<float> weights, gradient, inputs, outputs;
    MatrixView<float> w() { return {weights.data(), in, out}; }
    MatrixView<float> dw() { return {gradient.data(), in, out}; }
    MatrixView<float> x(std::int64_t batch) { return {inputs.data(), batch, in}; }
    MatrixView<float> y(std::int64_t batch) { return {outputs.data(), batch, out}; }
  };
  std::int64_t batch_, widest_ = 0;
  std::vector<Layer> layers_;
  AlignedVector<float> input_gradient_;
};

/// Processor time of a call. One thread does all the work, so alone on a machine it is the wall
/// time.
double milliseconds(int calls, const std::function<void()> &call) {
  ComputeClock clock;
  clock.start();
  for (int i = 0; i < calls; ++i)
    call();
  clock.stop();
  return 1e3 * clock.seconds() / calls;
}

nlohmann::ordered_json measure(Runtime &runtime, const Case &c, int pairs) {
  const Mesh mesh(DeviceGrid({1, 1}), {"data", "model"});
  TrainStep<float> step(runtime, mesh, c.shape, {.kind = c.optimizer, .learning_rate = 0.001}, 1,
                        c.batch);
  const RandomStream stream(2);
  std::uint64_t drawn = 0;
  for (float &feature : step.features(c.batch).elements())
    feature = stream.uniform<float>(drawn++);
  for (std::int32_t &label : step.labels(c.batch))
    label = static_cast<std::int32_t>(stream.uniform(drawn++) *
                                      static_cast<double>(c.shape.sizes.back()));
  ProductsAlone products(c.shape, c.batch);

  std::vector<double> ratios, step_ms, products_ms;
  for (int pair = -1; pair < pairs; ++pair) { // the first touches the memory and does not count
    const double whole = milliseconds(c.calls, [&] { step.run(c.batch, c.batch); });
    const double alone = milliseconds(c.calls, [&] { products.run(); });
    if (pair < 0)
      continue;
    ratios.push_back(alone / whole);
    step_ms.push_back(whole);
    products_ms.push_back(alone);
  }
  const std::string model = fmt::format("{}", fmt::join(c.shape.sizes, "-"));
  return {{"name", fmt::format("train_step.{}.{}", model, to_string(c.optimizer))},
          {"model", model},
          {"batch", c.batch},
          {"optimizer", to_string(c.optimizer)},
          {"bound", c.bound},
          {"ratio", bench::spread_of(ratios)},
          {"step_ms", bench::spread_of(step_ms)},
          {"products_ms", bench::spread_of(products_ms)},
          {"pairs", pairs}};
}

int measure_all(int argc, char **argv, Runtime &runtime) {
  int pairs = 30;
  std::string json_path = "-";
  CLI::App app("A training step on one rank against its own matrix products alone");
  app.add_option("--pairs", pairs, "Measurements of each [30]")->check(CLI::PositiveNumber);
  app.add_option("--json", json_path, "Where the result goes [- = standard output]");
  CLI11_PARSE(app, argc, argv);
  set_blas_threads(1, runtime.ranks_on_this_node(), runtime.cores());

  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (const Case &c : kCases)
    rows.push_back(measure(runtime, c, pairs));
  bench::write_result(json_path, nlohmann::ordered_json{{"rows", rows}});
  return 0;
}

} // namespace

int main(int argc, char **argv) {
  return run_main(argc, argv, [&](Runtime &runtime) { return measure_all(argc, argv, runtime); });
}
