// Processor seconds that a plan takes, for training steps of a transformer of 12 layers, for that
// step on meshes of 8 and of 65,536 devices in turn, with 12 and 48 layers that are calls of one
// block in turn, and for programs of 10,000 operations.
//
//   bench-planning-time [--tries 30] [--json FILE]

#include "result.hpp"
#include "spread.hpp"

#include "programs/random_program.hpp"
#include "programs/transformer.hpp"

#include "brigade/core/error.hpp"
#include "brigade/gspmd/plan.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <vector>

namespace {

using namespace brigade;
using nlohmann::ordered_json;

constexpr int kOperations = 10'000;

/// Of what takes over a second.
constexpr int kFewTries = 5;

/// Planning runs on one thread: without waits for a core, this is the time on a machine at rest.
double planning_seconds(const Program &program) {
  const std::clock_t begin = std::clock();
  make_plan(program);
  return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
}

bool are_enough(const std::vector<double> &seconds, int tries) {
  return static_cast<int>(seconds.size()) >=
         (bench::median(seconds) > 1 ? std::min(kFewTries, tries) : tries);
}

ordered_json seconds_of(const Program &program, int tries) {
  std::vector<double> seconds;
  do
    seconds.push_back(planning_seconds(program));
  while (!are_enough(seconds, tries));
  return {{"operations", instruction_count(program)}, {"seconds", bench::spread_of(seconds)}};
}

Program transformer(testing::Optimizer optimizer, const Shape &devices, std::int64_t batch = 64) {
  return testing::with_data_and_tensor_parallelism(testing::transformer_step(
      {.layers = 12, .batch = batch}, optimizer, Mesh(DeviceGrid(devices), {"data", "model"})));
}

/// Of two programs, each planned in turn: what the first one takes over the second.
struct Named {
  const char *name;
  Program program;
};
ordered_json ratio_of(const Named &one, const Named &other, int tries) {
  std::vector<double> ratios, seconds, others;
  do {
    others.push_back(planning_seconds(other.program));
    seconds.push_back(planning_seconds(one.program));
    ratios.push_back(seconds.back() / others.back());
  } while (!are_enough(seconds, tries));
  return {{"ratio", bench::spread_of(ratios)},
          {one.name, bench::spread_of(seconds)},
          {other.name, bench::spread_of(others)}};
}

/// The same step on 65,536 devices and on 8: its batch and its heads divide by both meshes, so that
/// each has the same shardings to choose among.
ordered_json devices_ratio(int tries) {
  constexpr std::int64_t kBatch = 16384;
  return ratio_of(
      {"seconds_65536_devices", transformer(testing::Optimizer::adam, {16384, 4}, kBatch)},
      {"seconds_8_devices", transformer(testing::Optimizer::adam, {2, 4}, kBatch)}, tries);
}

/// SGD with 48 layers, and with 12, that are calls of one block.
ordered_json layers_ratio(int tries) {
  const auto step = [](std::int64_t layers) {
    return testing::with_data_and_tensor_parallelism(testing::transformer_step(
        {.layers = layers, .as = nn::Layers::calls}, testing::Optimizer::sgd,
        Mesh(DeviceGrid({4, 2}), {"data", "model"})));
  };
  return ratio_of({"seconds_48_layers", step(48)}, {"seconds_12_layers", step(12)}, tries);
}

/// Without layers that are alike; `annotated_values` is the share of values inside that have a
/// sharding, beside half of the parameters and results.
Program without_layers(double annotated_values) {
  testing::RandomProgramOptions options;
  options.operations = kOperations;
  options.blocks = 0;
  options.mesh = Mesh(DeviceGrid({4, 2}), {"x", "y"});
  options.annotated_values = annotated_values;
  return testing::random_program(1, options);
}

int measure_all(int argc, char **argv) {
  int tries = 30;
  std::string json_path = "-";
  CLI::App app("How long planning takes, in processor seconds");
  app.add_option("--tries", tries,
                 "Plans of each program, fewer of those that take over a second [30]")
      ->check(CLI::PositiveNumber);
  app.add_option("--json", json_path, "Where the result goes [- = standard output]");
  CLI11_PARSE(app, argc, argv);
  bench::write_result(
      json_path,
      ordered_json{
          {"transformer_sgd", seconds_of(transformer(testing::Optimizer::sgd, {4, 2}), tries)},
          {"transformer_adam", seconds_of(transformer(testing::Optimizer::adam, {4, 2}), tries)},
          {"devices", devices_ratio(tries)},
          {"layers", layers_ratio(tries)},
          {"operations", seconds_of(without_layers(0), tries)},
          {"operations_annotated", seconds_of(without_layers(0.3), tries)}});
  return 0;
}

} // namespace

int main(int argc, char **argv) {
  try {
    return measure_all(argc, argv);
  } catch (const Error &error) {
    fmt::print(stderr, "brigade: error: {}\n", error.what());
    return error.exit_status();
  }
}
