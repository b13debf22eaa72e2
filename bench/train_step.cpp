// How close a whole training step comes to the rate of its own matrix products: the trainer's step,
// on a mesh of one rank, against the same products (shapes, transposes, sizes of buffers) alone. 1
// would mean that bias, activation, loss, column sums and the optimizer's update cost nothing.
//
//   bench-train-step [--pairs 30] [--json FILE]

#include "result.hpp"
#include "spread.hpp"
#include "step_products.hpp"

#include "train_by_hand/train_step.hpp"

#include "brigade/comm/run_main.hpp"
#include "brigade/core/random.hpp"
#include "brigade/runtime/kernels/gemm.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <vector>

namespace {

using namespace brigade;
using namespace brigade::by_hand;
using bench::milliseconds;
using bench::ProductsAlone;

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
  ProductsAlone products(c.shape.sizes, c.batch);

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
