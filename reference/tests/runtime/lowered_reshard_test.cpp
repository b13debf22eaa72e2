#include "brigade/runtime/reshard/lowered_reshard.hpp"

#include "brigade/runtime/reshard/block_exchange.hpp"
#include "ranks/runtime.hpp"
#include "shardings.hpp"

#include <gmock/gmock.h>

#include <set>
#include <string>
#include <vector>

namespace brigade {
namespace {

TEST(LoweredReshard, ThereIsNoneBetweenMeshes) {
  const NamedSharding rows(Mesh(DeviceGrid({4}), {"x"}), P("x")),
      reversed(Mesh(DeviceGrid({4}, {3, 2, 1, 0}), {"x"}), P("x"));
  EXPECT_EQ(lowered_reshard({DType::f32, {8}}, rows, reversed), std::nullopt);
  std::vector<std::string> names;
  for (char name = 'a'; name < 'j'; ++name)
    names.emplace_back(1, name);
  const Mesh nine(DeviceGrid({1, 1, 1, 1, 1, 1, 1, 1, 2}), names);
  EXPECT_EQ(lowered_reshard({DType::f32, {8}}, NamedSharding(nine, P("i")), {nine, P()}),
            std::nullopt);
}

TEST(LoweredReshard, CountsWhatItSends) {
  const Mesh mesh(DeviceGrid({2, 2}), {"x", "y"});
  const auto sent = [&](const Shape &shape, PartitionSpec from, PartitionSpec to) {
    return sent_elements(
        *lowered_reshard({DType::f32, shape}, NamedSharding(mesh, from), NamedSharding(mesh, to)));
  };
  EXPECT_EQ(sent({8}, P(), P("x")), 0);
  EXPECT_EQ(sent({8}, P("x"), P()), 4 * 4);                // each lacks a half
  EXPECT_EQ(sent({8, 2}, P("x"), P(nullptr, "x")), 4 * 4); // and here a quarter
  // The middle devices exchange their blocks, of one element each; the last one's has two, and as
  // large a permute makes all.
  EXPECT_EQ(sent({5}, P(axes("x", "y")), P(axes("y", "x"))), 2 * 2);
}

bool use_the_same_axes(const NamedSharding &a, const NamedSharding &b) {
  const auto axes_of = [](const NamedSharding &sharding) {
    std::set<std::string> all;
    for (const DimensionSpec &dimension : sharding.spec().dimensions())
      all.insert(dimension.axes.begin(), dimension.axes.end());
    return all;
  };
  return axes_of(a) == axes_of(b);
}

class LoweredReshardOnMeshes : public ::testing::TestWithParam<Shape> {};

// Of sizes that divide. At most a quarter of the pairs sends more, and none more than twice.
TEST_P(LoweredReshardOnMeshes, SendsWhatDevicesLackBetweenMostShardings) {
  if (testing::runtime().device_count() > 1)
    GTEST_SKIP() << "the same on every rank";
  const std::vector<std::string> names{"x", "y", "z"};
  const Mesh mesh(DeviceGrid(GetParam()), {names.begin(), names.begin() + std::ssize(GetParam())});
  const std::vector<NamedSharding> shardings = testing::all_shardings({mesh}, 2);
  const std::vector<int> one_node(static_cast<std::size_t>(mesh.size()), 0);
  const Shape shape{48, 48};
  std::size_t more = 0;
  for (const NamedSharding &from : shardings)
    for (const NamedSharding &to : shardings) {
      const std::int64_t lacking = sent_elements(plan_block_exchange(shape, from, to, one_node)),
                         sent = sent_elements(*lowered_reshard({DType::f32, shape}, from, to));
      EXPECT_GE(sent, lacking) << to_string(from) << " to " << to_string(to);
      EXPECT_LE(sent, 2 * lacking) << to_string(from) << " to " << to_string(to);
      if (use_the_same_axes(from, to)) {
        EXPECT_EQ(sent, lacking) << to_string(from) << " to " << to_string(to);
      }
      more += sent > lacking ? 1 : 0;
    }
  EXPECT_GT(more, 0U);
  EXPECT_LE(4 * more, shardings.size() * shardings.size());
}

INSTANTIATE_TEST_SUITE_P(Meshes, LoweredReshardOnMeshes,
                         ::testing::Values(Shape{2, 2}, Shape{2, 4}, Shape{2, 3}, Shape{2, 2, 2}));

} // namespace
} // namespace brigade
