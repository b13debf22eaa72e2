#include "brigade/gspmd/device/device_plan.hpp"
#include "brigade/gspmd/plan.hpp"
#include "brigade/ir/parse.hpp"
#include "programs/random_program.hpp"
#include "programs/transformer.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <ctime>

// Bounds are wide, for a machine that does much else: they tell linear from quadratic, and what
// depends on the number of devices from what does not. bench/ has the numbers that are promised.
namespace brigade::testing {
namespace {

/// Processor seconds of the quickest of a few calls.
template <class Call> double seconds_of(Call &&call, int tries = 2) {
  double least = 1e9;
  for (int i = 0; i < tries; ++i) {
    const std::clock_t begin = std::clock();
    call();
    least = std::min(least, static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC);
  }
  return least;
}

double planning_seconds(const Program &program) {
  return seconds_of([&] { make_plan(program); });
}

Program step(std::int64_t layers, const Shape &devices) {
  return with_data_and_tensor_parallelism(transformer_step(
      {.layers = layers}, Optimizer::sgd, Mesh(DeviceGrid(devices), {"data", "model"})));
}

// Four times the layers: less than 4 times the time, since layers alike are priced once; 16 times
// if it were quadratic.
TEST(PlanningTime, GrowsWithTheLayersAndNotWithTheirSquare) {
  EXPECT_LT(planning_seconds(step(12, {4, 2})), 6 * planning_seconds(step(3, {4, 2})));
}

TEST(PlanningTime, DoesNotGrowWithTheDevices) {
  EXPECT_LT(planning_seconds(step(4, {4096, 16})), 2 * planning_seconds(step(4, {4, 2})));
}

// Blocks of a size that does not divide are permuted, and the largest has to be known.
TEST(PlanningTime, OfAPermuteDoesNotGrowWithTheDevices) {
  const auto seconds = [](std::int64_t a, std::int64_t b) {
    const Program program = parse_program(
        fmt::format("mesh {{a: {}, b: {}}} program p(q: f32[257, 256] @ [(a, b), -]) {{ return q @ "
                    "[(b, a), -] }}",
                    a, b),
        "text");
    const Plan plan = make_plan(program);
    EXPECT_EQ(plan.partitioned->main().instructions.at(0).operation, Operation::permute);
    return seconds_of([&] { plan_device(*plan.partitioned, 0); });
  };
  const double few = seconds(2, 4);
  EXPECT_LT(seconds(4096, 16), 2 * few + 1e-3);
  EXPECT_LT(seconds(4096, 4096), 2 * few + 1e-3);
}

TEST(PlanningTime, GrowsWithTheOperationsOfAProgramWithoutLayers) {
  const auto program = [](int operations) {
    RandomProgramOptions options;
    options.operations = operations;
    options.blocks = 0;
    options.mesh = Mesh(DeviceGrid({4, 2}), {"x", "y"});
    return random_program(1, options);
  };
  EXPECT_LT(planning_seconds(program(2400)), 8 * planning_seconds(program(600)));
}

} // namespace
} // namespace brigade::testing
