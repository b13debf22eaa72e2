#include "brigade/gspmd/collective_cost.hpp"

#include "brigade/core/error.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace brigade {
namespace {

constexpr LinkProfile kLink{.latency = 3, .seconds_per_byte = 0.5};

LinkProfile with_steps(CollectiveSteps steps) {
  LinkProfile link = kLink;
  link.steps = steps;
  return link;
}

TEST(CollectiveCost, AllReduceInARingSendsTwiceAllButItsOwnPart) {
  const double n = 1000;
  EXPECT_DOUBLE_EQ(collective_cost(Operation::all_reduce, 2, n, kLink).bytes, 1.0 * n);
  EXPECT_DOUBLE_EQ(collective_cost(Operation::all_reduce, 4, n, kLink).bytes, 1.5 * n);
  EXPECT_DOUBLE_EQ(collective_cost(Operation::all_reduce, 8, n, kLink).bytes, 1.75 * n);
  EXPECT_DOUBLE_EQ(collective_cost(Operation::all_reduce, 16, n, kLink).bytes, 1.875 * n);
}

TEST(CollectiveCost, RingsFollowTheTable) {
  const double a = 3, b = 0.5, n = 1000;
  for (const std::int64_t devices : {2, 3, 4, 8, 16}) {
    const auto p = static_cast<double>(devices);
    const double once = a * (p - 1) + (p - 1) / p * n * b;
    for (const Operation kind :
         {Operation::all_gather, Operation::reduce_scatter, Operation::all_to_all})
      EXPECT_DOUBLE_EQ(collective_cost(kind, devices, n, kLink).seconds, once) << to_string(kind);
    EXPECT_DOUBLE_EQ(collective_cost(Operation::all_reduce, devices, n, kLink).seconds, 2 * once);
    EXPECT_DOUBLE_EQ(collective_cost(Operation::permute, devices, n, kLink).seconds, a + n * b);
  }
}

TEST(CollectiveCost, RecursiveDoublingTakesLogarithmicallyManySteps) {
  const LinkProfile link = with_steps(CollectiveSteps::recursive_doubling);
  const double a = 3, b = 0.5, n = 1000;
  EXPECT_DOUBLE_EQ(collective_cost(Operation::all_reduce, 8, n, link).seconds, 3 * (a + n * b));
  EXPECT_DOUBLE_EQ(collective_cost(Operation::all_reduce, 5, n, link).seconds, 3 * (a + n * b));
  EXPECT_DOUBLE_EQ(collective_cost(Operation::all_reduce, 2, n, link).seconds, a + n * b);
  EXPECT_DOUBLE_EQ(collective_cost(Operation::all_gather, 8, n, link).seconds,
                   3 * a + 7.0 / 8 * n * b);
}

// Alpa, from its worked values: a = b = 1, each collective a little dearer by its kind, whole part
// first.
TEST(CollectiveCost, WithOneStepTheWorkedValuesOfAlpaComeOut) {
  const LinkProfile link{1, 1, CollectiveSteps::one};
  const auto all_reduce = [&](double elements) {
    return std::floor(collective_cost(Operation::all_reduce, 4, 4 * elements, link).seconds) + 0.01;
  };
  EXPECT_NEAR(2 * all_reduce(128 * 128), 196610.02, 1e-6);
  EXPECT_NEAR(all_reduce(128 * 1024), 786433.01, 1e-6);
  EXPECT_NEAR(12 * all_reduce(128 * 128), 1179660.12, 1e-6);
  EXPECT_NEAR(11 * all_reduce(128 * 1024), 8650763.11, 1e-6);
  EXPECT_NEAR(2 * all_reduce(128 * 128) + 2 * all_reduce(128), 198148.04, 1e-6);
}

TEST(CollectiveCost, NothingIsPaidAloneOrForASlice) {
  for (const CollectiveSteps steps :
       {CollectiveSteps::ring, CollectiveSteps::recursive_doubling, CollectiveSteps::one}) {
    EXPECT_EQ(collective_cost(Operation::all_reduce, 1, 1000, with_steps(steps)).seconds, 0);
    EXPECT_EQ(collective_cost(Operation::permute, 1, 1000, with_steps(steps)).bytes, 0);
    EXPECT_EQ(collective_cost(Operation::shard_slice, 8, 1000, with_steps(steps)).seconds, 0);
  }
  EXPECT_THROW(collective_cost(Operation::add, 2, 1, kLink), Error);
}

TEST(CollectiveCost, OverSeveralAxesLatenciesAddUpAndBytesStay) {
  const double a = 3, b = 0.5, n = 1200;
  const std::int64_t sizes[] = {4, 3};
  const double once = a * (3 + 2) + 11.0 / 12 * n * b;
  EXPECT_DOUBLE_EQ(collective_cost(Operation::all_gather, sizes, n, kLink).seconds, once);
  EXPECT_DOUBLE_EQ(collective_cost(Operation::reduce_scatter, sizes, n, kLink).seconds, once);
  EXPECT_DOUBLE_EQ(collective_cost(Operation::all_reduce, sizes, n, kLink).seconds, 2 * once);
  EXPECT_DOUBLE_EQ(collective_cost(Operation::all_reduce, sizes, n, kLink).bytes,
                   2 * 11.0 / 12 * n);
  EXPECT_DOUBLE_EQ(collective_cost(Operation::permute, sizes, n, kLink).seconds, a + n * b);
}

TEST(CollectiveCost, AnExchangeOverSeveralAxesGoesDirectlyAsItIsRun) {
  const std::int64_t sizes[] = {4, 3};
  for (const double n : {12.0, 12000.0}) {
    const CollectiveCost cost = collective_cost(Operation::all_to_all, sizes, n, kLink);
    EXPECT_DOUBLE_EQ(cost.bytes, 11.0 / 12 * n);
    EXPECT_DOUBLE_EQ(cost.seconds, 3.0 * 11 + 11.0 / 12 * n * 0.5);
  }
}

TEST(CollectiveCost, TheLargestBlocksCount) {
  const Mesh mesh(create_device_mesh({4}), {"x"});
  const TensorType type{DType::f32, {10, 3}};
  MachineProfile profile = uniform_profile();
  profile.inside = kLink;
  const Layout rows{{{0}, {}}, {}, ReduceOp::sum}, columns{{{}, {0}}, {}, ReduceOp::sum},
      whole = replicated_layout(2);
  EXPECT_EQ(largest_block_bytes(type, rows, mesh), 3 * 3 * 4);
  EXPECT_EQ(largest_block_bytes(type, columns, mesh), 10 * 1 * 4);
  EXPECT_EQ(largest_block_bytes({DType::f64, {0, 3}}, columns, mesh), 0);
  const auto bytes = [&](Operation kind, const Layout &from, const Layout &to) {
    return collective_cost(kind, AxisSet(0), type, from, to, mesh, profile).bytes;
  };
  EXPECT_DOUBLE_EQ(bytes(Operation::all_gather, rows, whole), 0.75 * 120);
  // The exchange ends when the one that gets 40 bytes has them.
  EXPECT_DOUBLE_EQ(bytes(Operation::all_to_all, rows, columns), 0.75 * 40);
}

} // namespace
} // namespace brigade
