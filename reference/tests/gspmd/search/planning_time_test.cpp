#include "brigade/gspmd/plan.hpp"
#include "programs/random_program.hpp"
#include "programs/transformer.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <ctime>

// Bounds are wide, for a machine that does much else: they tell linear from quadratic, and what
// depends on the number of devices from what does not. bench/ has the numbers that are promised.
namespace brigade::testing {
namespace {

/// Processor seconds of the quickest of a few plans.
double planning_seconds(const Program &program, int tries = 2) {
  double least = 1e9;
  for (int i = 0; i < tries; ++i) {
    const std::clock_t begin = std::clock();
    make_plan(program);
    least = std::min(least, static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC);
  }
  return least;
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

TEST(PlanningTime, GrowsWithTheOperationsOfAProgramWithoutLayers) {
  const auto program = [](int operations) {
    RandomProgramOptions options;
    options.operations = operations;
    options.blocks = 0;
    options.mesh = Mesh(DeviceGrid({4, 2}), {"x", "y"});
    return random_program(1, options);
  };
  EXPECT_LT(planning_seconds(program(2400), 2), 8 * planning_seconds(program(600)));
}

} // namespace
} // namespace brigade::testing
