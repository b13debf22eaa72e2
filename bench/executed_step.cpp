// How close a training step that was traced, planned and executed comes to the rate of its own
// matrix products, on a mesh of one rank, and to the step of the trainer that was written by hand.
// All three are measured in turn.
//
//   bench-executed-step [--pairs 30] [--json FILE]

#include "result.hpp"
#include "spread.hpp"
#include "step_products.hpp"
#include "traced_step.hpp"

#include "train_by_hand/train_step.hpp"

#include "brigade/comm/run_main.hpp"
#include "brigade/core/random.hpp"
#include "brigade/gspmd/plan.hpp"
#include "brigade/runtime/executor/executable.hpp"
#include "brigade/runtime/executor/planned_array.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <string>
#include <utility>
#include <vector>

namespace {

using namespace brigade;
using bench::milliseconds;

struct Case {
  std::vector<std::int64_t> sizes;
  std::int64_t batch;
  by_hand::OptimizerKind optimizer;
  double bound; ///< least rate of the products that the step reaches
  int calls;    ///< in one measurement, so that it takes tens of milliseconds
};

const std::vector<Case> kCases = {
    {{784, 2048, 2048, 10}, 512, by_hand::OptimizerKind::sgd, 0.93, 1},
    {{784, 2048, 2048, 10}, 512, by_hand::OptimizerKind::adam, 0.88, 1},
    {{64, 256, 256, 10}, 128, by_hand::OptimizerKind::sgd, 0.86, 40},
    {{64, 256, 256, 10}, 128, by_hand::OptimizerKind::adam, 0.74, 40},
};

int kept_of(const Case &c) { return c.optimizer == by_hand::OptimizerKind::adam ? 2 : 1; }

Program planned(const Case &c) {
  const TraceOptions options{.name = "step", .mesh = Mesh(DeviceGrid({1}), {"data"})};
  const bench::TrainState<TensorType> state = bench::state_types(c.sizes, kept_of(c));
  const TensorType features{DType::f32, {c.batch, c.sizes.front()}}, labels{DType::i32, {c.batch}};
  const Program program = c.optimizer == by_hand::OptimizerKind::adam
                              ? trace(options, bench::adam_step, state, features, labels)
                              : trace(options, bench::sgd_step, state, features, labels);
  return *make_plan(program).partitioned;
}

/// A step that is called again and again with what it gave.
class ExecutedStep {
public:
  ExecutedStep(Runtime &runtime, const Case &c, const Program &program)
      : executable_(runtime, program, donated(program)) {
    const RandomStream stream(3);
    std::uint64_t drawn = 0;
    for (const PlannedArray &argument : planned_arguments(program)) {
      Array &array = arguments_.emplace_back(
          Array::empty(runtime, argument.type.shape, argument.type.dtype, argument.sharding));
      if (argument.type.dtype == DType::i32)
        for (std::int32_t &label : array.mutable_shard<std::int32_t>())
          label = static_cast<std::int32_t>(stream.uniform(drawn++) *
                                            static_cast<double>(c.sizes.back()));
      else // what the optimizer keeps begins at 0, as the count of steps does
        for (float &number : array.mutable_shard<float>())
          number = is_kept(argument.name) ? 0 : 0.2F * (stream.uniform<float>(drawn++) - 0.5F);
    }
  }

  void run() {
    std::vector<Array> given;
    given.reserve(arguments_.size());
    for (std::size_t i = 0; i < arguments_.size(); ++i)
      if (is_batch(i))
        given.push_back(arguments_[i]);
      else
        given.push_back(std::move(arguments_[i]));
    std::vector<Array> results = executable_(std::move(given));
    for (std::size_t i = 0; i < arguments_.size(); ++i)
      if (!is_batch(i))
        arguments_[i] = std::move(results[i]);
  }

private:
  static std::vector<bool> donated(const Program &program) {
    std::vector<bool> donated(program.main().parameters.size(), true);
    donated[donated.size() - 2] = donated[donated.size() - 1] = false;
    return donated;
  }
  static bool is_kept(const std::string &name) {
    return name.find("kept") != std::string::npos || name.find("steps") != std::string::npos;
  }
  bool is_batch(std::size_t argument) const { return argument + 2 >= arguments_.size(); }

  Executable executable_;
  std::vector<Array> arguments_; // the state's, features, labels
};

nlohmann::ordered_json measure(Runtime &runtime, const Case &c, int pairs) {
  const Mesh mesh(DeviceGrid({1, 1}), {"data", "model"});
  by_hand::TrainStep<float> by_hand(runtime, mesh, {c.sizes},
                                    {.kind = c.optimizer, .learning_rate = 0.001}, 1, c.batch);
  const RandomStream stream(2);
  std::uint64_t drawn = 0;
  for (float &feature : by_hand.features(c.batch).elements())
    feature = 0.2F * (stream.uniform<float>(drawn++) - 0.5F);
  for (std::int32_t &label : by_hand.labels(c.batch))
    label =
        static_cast<std::int32_t>(stream.uniform(drawn++) * static_cast<double>(c.sizes.back()));
  ExecutedStep executed(runtime, c, planned(c));
  bench::ProductsAlone products(c.sizes, c.batch);

  std::vector<double> ratios, over_by_hand, step_ms, products_ms, by_hand_ms;
  for (int pair = -1; pair < pairs; ++pair) { // the first touches the memory and does not count
    const double whole = milliseconds(c.calls, [&] { executed.run(); });
    const double alone = milliseconds(c.calls, [&] { products.run(); });
    const double written = milliseconds(c.calls, [&] { by_hand.run(c.batch, c.batch); });
    if (pair < 0)
      continue;
    ratios.push_back(alone / whole);
    over_by_hand.push_back(whole / written);
    step_ms.push_back(whole);
    products_ms.push_back(alone);
    by_hand_ms.push_back(written);
  }
  const std::string model = fmt::format("{}", fmt::join(c.sizes, "-"));
  return {{"name", fmt::format("executed_step.{}.{}", model, to_string(c.optimizer))},
          {"model", model},
          {"batch", c.batch},
          {"optimizer", to_string(c.optimizer)},
          {"bound", c.bound},
          {"ratio", bench::spread_of(ratios)},
          {"over_by_hand", bench::spread_of(over_by_hand)},
          {"step_ms", bench::spread_of(step_ms)},
          {"products_ms", bench::spread_of(products_ms)},
          {"by_hand_ms", bench::spread_of(by_hand_ms)},
          {"pairs", pairs}};
}

int measure_all(int argc, char **argv, Runtime &runtime) {
  int pairs = 30;
  std::string json_path = "-";
  CLI::App app("A traced and executed training step on one rank against its own matrix products "
               "alone, and against the one written by hand");
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
