// How close a training step comes to the rate of its own matrix products, on a mesh of one rank: 1
// would mean that bias, activation, loss, column sums and the optimizer's update cost nothing. The
// step of the trainer that was written by hand, one that was traced, planned and executed, and the
// same products (shapes, transposes, sizes of buffers) alone are measured in turn.
//
//   bench-train-step [--pairs 30] [--json FILE]

#include "spread.hpp"
#include "step_case.hpp"
#include "step_products.hpp"
#include "traced_step.hpp"

#include "train_by_hand/train_step.hpp"

#include "brigade/core/random.hpp"
#include "brigade/gspmd/plan.hpp"
#include "brigade/runtime/executor/executable.hpp"
#include "brigade/runtime/executor/planned_array.hpp"

#include <nlohmann/json.hpp>

#include <string>
#include <utility>
#include <vector>

namespace {

using namespace brigade;
using bench::milliseconds;

using bench::StepCase;
using training::OptimizerKind;

/// The least rates of the products that steps reach.
struct Bounds {
  double by_hand, executed;
};
Bounds bounds_of(const StepCase &c) {
  const bool is_large = c.sizes.front() == 784, is_sgd = c.optimizer == OptimizerKind::sgd;
  if (is_large)
    return is_sgd ? Bounds{0.95, 0.93} : Bounds{0.90, 0.88};
  return is_sgd ? Bounds{0.90, 0.86} : Bounds{0.78, 0.74};
}
constexpr double kMostOverByHand = 1.05;

int kept_of(const StepCase &c) { return c.optimizer == OptimizerKind::adam ? 2 : 1; }

Program planned(const StepCase &c) {
  const TraceOptions options{.name = "step", .mesh = Mesh(DeviceGrid({1}), {"data"})};
  const bench::TrainState<TensorType> state = bench::state_types(c.sizes, kept_of(c));
  const TensorType features{DType::f32, {c.batch, c.sizes.front()}}, labels{DType::i32, {c.batch}};
  const Program program = c.optimizer == OptimizerKind::adam
                              ? trace(options, bench::adam_step, state, features, labels)
                              : trace(options, bench::sgd_step, state, features, labels);
  return *make_plan(program).partitioned;
}

/// A step that is called again and again with what it gave.
class ExecutedStep {
public:
  ExecutedStep(Runtime &runtime, const StepCase &c, const Program &program)
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

nlohmann::ordered_json row(const std::string &name, const std::vector<double> &values, double bound,
                           const char *sense, const nlohmann::ordered_json &figures) {
  nlohmann::ordered_json made{{"name", name},
                              {"value", bench::median(values)},
                              {"bound", bound},
                              {"sense", sense},
                              {"ratio", bench::spread_of(values)}};
  made.update(figures);
  return made;
}

nlohmann::ordered_json measure(Runtime &runtime, const StepCase &c, int pairs) {
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

  std::vector<double> by_hand_rates, executed_rates, ratios, executed_ms, products_ms, by_hand_ms;
  for (int pair = -1; pair < pairs; ++pair) { // the first touches the memory and does not count
    const double run = milliseconds(c.calls, [&] { executed.run(); });
    const double alone = milliseconds(c.calls, [&] { products.run(); });
    const double written = milliseconds(c.calls, [&] { by_hand.run(c.batch, c.batch); });
    if (pair < 0)
      continue;
    by_hand_rates.push_back(alone / written);
    executed_rates.push_back(alone / run);
    ratios.push_back(run / written);
    executed_ms.push_back(run);
    products_ms.push_back(alone);
    by_hand_ms.push_back(written);
  }
  const nlohmann::ordered_json figures{{"batch", c.batch},
                                       {"executed_ms", bench::spread_of(executed_ms)},
                                       {"products_ms", bench::spread_of(products_ms)},
                                       {"by_hand_ms", bench::spread_of(by_hand_ms)},
                                       {"pairs", pairs}};
  const Bounds bounds = bounds_of(c);
  return {row("train_step." + c.name(), by_hand_rates, bounds.by_hand, "min", figures),
          row("executed_step." + c.name(), executed_rates, bounds.executed, "min", figures),
          row("executed_over_by_hand." + c.name(), ratios, kMostOverByHand, "max", figures)};
}

} // namespace

int main(int argc, char **argv) {
  return bench::measure_steps(argc, argv,
                              "Training steps on one rank, by hand and traced, against their own "
                              "matrix products alone, and each other",
                              measure);
}
