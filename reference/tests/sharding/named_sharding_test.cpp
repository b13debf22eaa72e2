#include "brigade/sharding/named_sharding.hpp"

#include "brigade/core/error.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <random>
#include <string>

namespace brigade {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

Mesh x4_y2() { return Mesh(create_device_mesh({4, 2}), {"x", "y"}); }

// A mesh of up to 4 axes, its devices in any order.
Mesh random_mesh(std::mt19937 &random) {
  Shape sizes(1 + random() % 4);
  std::vector<std::string> names;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    sizes[i] = 1 + static_cast<std::int64_t>(random() % 3);
    names.push_back("a" + std::to_string(i));
  }
  std::vector<DeviceId> ids(static_cast<std::size_t>(element_count(sizes)));
  std::iota(ids.begin(), ids.end(), 5);
  std::ranges::shuffle(ids, random);
  return Mesh(create_device_mesh(sizes, ids), names);
}

// A spec that uses some of the axes, each once, in any order.
PartitionSpec random_spec(const Mesh &mesh, std::size_t entry_count, std::mt19937 &random) {
  std::vector<DimensionSpec> entries(entry_count);
  std::vector<std::string> names = mesh.axis_names();
  std::ranges::shuffle(names, random);
  for (const std::string &name : names)
    if (!entries.empty() && random() % 3 != 0)
      entries[random() % entries.size()].axes.push_back(name);
  return PartitionSpec(entries);
}

Shape random_shape(std::mt19937 &random) {
  Shape shape(random() % 4);
  for (std::int64_t &size : shape)
    size = static_cast<std::int64_t>(random() % 8);
  return shape;
}

NamedSharding random_sharding(std::size_t rank, std::mt19937 &random) {
  const Mesh mesh = random_mesh(random);
  return NamedSharding(mesh, random_spec(mesh, random() % (rank + 1), random));
}

// Row-major indices of all elements of a part of an array.
std::vector<std::int64_t> elements_of(const Shape &shape, const Slices &slices) {
  std::vector<std::int64_t> elements{0};
  for (std::size_t i = 0; i < shape.size(); ++i) {
    std::vector<std::int64_t> longer;
    for (std::int64_t element : elements)
      for (std::int64_t j = slices[i].begin; j < slices[i].end; ++j)
        longer.push_back(element * shape[i] + j);
    elements = std::move(longer);
  }
  return elements;
}

TEST(NamedSharding, ShardShapesOfPublishedExamples) {
  const Mesh mesh = x4_y2();
  EXPECT_EQ(NamedSharding(mesh, P("x", nullptr)).shard_shape({8, 32}, 0), (Shape{2, 32}));
  EXPECT_EQ(NamedSharding(mesh, P("x", "y")).shard_shape({8, 16}, 5), (Shape{2, 8}));
  EXPECT_EQ(NamedSharding(mesh, P(axes("x", "y"), nullptr)).shard_shape({8, 8}, 5), (Shape{1, 8}));
  // Data and model axis the wrong way round are no error, only another shape.
  const Mesh data4_model2(create_device_mesh({4, 2}), {"data", "model"});
  EXPECT_EQ(NamedSharding(data4_model2, P("data", "model")).shard_shape({8, 8}, 0), (Shape{2, 4}));
  EXPECT_EQ(NamedSharding(data4_model2, P("model", "data")).shard_shape({8, 8}, 0), (Shape{4, 2}));
  // int8[128, 2048] over {X: 2, Y: 8, Z: 2}, dimension 0 over X and Y: 16,384 bytes a device.
  const Mesh xyz(create_device_mesh({2, 8, 2}), {"X", "Y", "Z"});
  EXPECT_EQ(
      element_count(NamedSharding(xyz, P(axes("X", "Y"), nullptr)).shard_shape({128, 2048}, 31)),
      16384);
  // Einsum operand 39296 x 64 over two devices: 19648 x 64.
  const Mesh two(create_device_mesh({2}), {"x"});
  EXPECT_EQ(NamedSharding(two, P("x")).shard_shape({39296, 64}, 1), (Shape{19648, 64}));
}

TEST(NamedSharding, IndexMapOfATwoByTwoMesh) {
  const NamedSharding sharding(Mesh({{0, 1}, {2, 3}}, {"x", "y"}), P("x", "y"));
  EXPECT_THAT(sharding.index_map({8, 2}),
              ElementsAre(DeviceSlices{0, {{0, 4}, {0, 1}}}, DeviceSlices{1, {{0, 4}, {1, 2}}},
                          DeviceSlices{2, {{4, 8}, {0, 1}}}, DeviceSlices{3, {{4, 8}, {1, 2}}}));
}

TEST(NamedSharding, TheIndexOverATupleOfAxesIsRowMajorInTheOrderNamed) {
  const Mesh mesh = x4_y2(); // device 3 stands at x = 1, y = 1
  EXPECT_EQ(NamedSharding(mesh, P(axes("x", "y"))).slices_of({16}, 3), (Slices{{6, 8}}));
  EXPECT_EQ(NamedSharding(mesh, P(axes("y", "x"))).slices_of({16}, 3), (Slices{{10, 12}}));
  EXPECT_EQ(NamedSharding(mesh, P(axes("y", "x"))).block_index(0, 3), 5);
  EXPECT_EQ(NamedSharding(mesh, P(axes("y", "x"))).block_count(0), 8);
}

TEST(NamedSharding, SizesNeedNotDivide) {
  const Mesh four(create_device_mesh({4}), {"x"});
  const NamedSharding rows(four, P("x"));
  EXPECT_EQ(rows.slices_of({5}, 0), (Slices{{0, 1}}));
  EXPECT_EQ(rows.slices_of({5}, 3), (Slices{{3, 5}}));
  EXPECT_EQ(rows.shard_shape({3, 7}, 0), (Shape{0, 7}));
  EXPECT_EQ(rows.shard_shape({0, 7}, 2), (Shape{0, 7}));
  const Mesh one_by_eight(create_device_mesh({1, 8}), {"dp", "fsdp"});
  std::int64_t rows_held = 0;
  for (DeviceId device = 0; device < 8; ++device)
    rows_held += NamedSharding(one_by_eight, P(axes("dp", "fsdp"))).shard_shape({1}, device)[0];
  EXPECT_EQ(rows_held, 1);
}

TEST(NamedSharding, OfAScalarIsTheScalarEverywhere) {
  const NamedSharding sharding(x4_y2(), P());
  EXPECT_EQ(sharding.slices_of({}, 7), Slices{});
  EXPECT_TRUE(sharding.is_fully_replicated());
}

TEST(NamedSharding, DimensionsLeftToThePlannerCountAsTheyStand) {
  EXPECT_EQ(NamedSharding(x4_y2(), P(unconstrained, "y")).shard_shape({8, 8}, 0), (Shape{8, 4}));
  EXPECT_EQ(NamedSharding(x4_y2(), parse_partition_spec("[(x, ?)]")).shard_shape({8}, 0), Shape{2});
}

TEST(NamedSharding, ReplicaGroupsRunAlongTheAxesThatNoEntryNames) {
  const NamedSharding rows(x4_y2(), P("x"));
  const AxisGroups groups = rows.replica_groups();
  EXPECT_EQ(groups.count(), 4);
  EXPECT_THAT(groups.members(1), ElementsAre(2, 3));
  EXPECT_EQ(NamedSharding(x4_y2(), P("y", "x")).replica_groups().size(), 1);
  EXPECT_EQ(NamedSharding(x4_y2(), P()).replica_groups().size(), 8);
}

TEST(NamedSharding, IsFullyReplicatedWhereNoAxisThatCutsIsNamed) {
  const Mesh mesh(create_device_mesh({4, 1}), {"x", "one"});
  EXPECT_TRUE(NamedSharding(mesh, P()).is_fully_replicated());
  EXPECT_TRUE(NamedSharding(mesh, P(nullptr, nullptr)).is_fully_replicated());
  EXPECT_TRUE(NamedSharding(mesh, P("one")).is_fully_replicated());
  EXPECT_FALSE(NamedSharding(mesh, P("one", "x")).is_fully_replicated());
}

TEST(NamedSharding, BlocksOfAllDevicesCoverEveryElementOnceForEachReplica) {
  std::mt19937 random(17);
  for (int trial = 0; trial < 500; ++trial) {
    const Shape shape = random_shape(random);
    const NamedSharding sharding = random_sharding(shape.size(), random);
    std::vector<std::int64_t> copies(static_cast<std::size_t>(element_count(shape)), 0);
    for (const DeviceSlices &held : sharding.index_map(shape))
      for (std::int64_t element : elements_of(shape, held.slices))
        ++copies[static_cast<std::size_t>(element)];
    EXPECT_THAT(copies, testing::Each(sharding.replica_groups().size()))
        << to_string(sharding) << " of " << to_string(shape);
  }
}

TEST(NamedSharding, ReplicaGroupsAreTheDevicesOfEqualBlocks) {
  std::mt19937 random(19);
  for (int trial = 0; trial < 300; ++trial) {
    const std::size_t rank = random() % 4;
    const NamedSharding sharding = random_sharding(rank, random);
    const AxisGroups groups = sharding.replica_groups();
    // Sizes that every block count divides, so that different blocks are different slices.
    const Shape shape(rank, sharding.mesh().size());
    std::map<std::int64_t, Slices> of_group;
    std::map<std::string, std::int64_t> group_with;
    for (const DeviceSlices &held : sharding.index_map(shape)) {
      const std::int64_t group = groups.group_of(held.device);
      EXPECT_EQ(of_group.try_emplace(group, held.slices).first->second, held.slices);
      EXPECT_EQ(group_with.try_emplace(to_string(held.slices), group).first->second, group);
    }
  }
}

TEST(NamedShardingEquivalence, LeftOutDimensionsAndAxesOfSizeOneDoNotCount) {
  const Mesh mesh(create_device_mesh({4, 2, 1}), {"x", "y", "one"});
  const NamedSharding rows(mesh, P("x"));
  for (const PartitionSpec &same : {P("x", nullptr), P("x", "one"), P(axes("one", "x")),
                                    P(axes("x", "one"), nullptr), P("x", unconstrained)})
    EXPECT_TRUE(rows.is_equivalent_to(NamedSharding(mesh, same), 2)) << to_string(same);
  for (const PartitionSpec &other : {P(), P("y"), P(nullptr, "x"), P("x", "y"), P(axes("x", "y"))})
    EXPECT_FALSE(rows.is_equivalent_to(NamedSharding(mesh, other), 2)) << to_string(other);
  // Entries say the same, but they are not written the same.
  EXPECT_NE(rows, NamedSharding(mesh, P("x", nullptr)));
}

TEST(NamedShardingEquivalence, IsDecidedByTheBlocksOfEachDevice) {
  std::mt19937 random(23);
  int equivalent = 0;
  for (int trial = 0; trial < 3000; ++trial) {
    const std::size_t rank = 1 + random() % 3;
    const NamedSharding first = random_sharding(rank, random);
    const Mesh mesh = trial % 2 == 0 ? first.mesh() : random_mesh(random);
    const NamedSharding second(mesh, random_spec(mesh, random() % (rank + 1), random));
    bool same = first.mesh().size() == second.mesh().size();
    const Shape shape(rank, first.mesh().size() * second.mesh().size());
    for (std::int64_t i = 0; same && i < first.mesh().size(); ++i) {
      const DeviceId device = first.mesh().devices().at(i);
      same = second.mesh().contains(device) &&
             first.slices_of(shape, device) == second.slices_of(shape, device);
    }
    EXPECT_EQ(first.is_equivalent_to(second, rank), same)
        << to_string(first) << " and " << to_string(second);
    equivalent += same;
  }
  EXPECT_GT(equivalent, 300);
  EXPECT_LT(equivalent, 2000);
}

TEST(NamedShardingEquivalence, HoldsBetweenMeshesOfOtherNames) {
  const Mesh two_axes = x4_y2(), one_axis(create_device_mesh({8}), {"z"});
  EXPECT_TRUE(NamedSharding(two_axes, P(axes("x", "y")))
                  .is_equivalent_to(NamedSharding(one_axis, P("z")), 1));
  EXPECT_FALSE(NamedSharding(two_axes, P(axes("y", "x")))
                   .is_equivalent_to(NamedSharding(one_axis, P("z")), 1));
  // Fully replicated over the same devices in another order.
  EXPECT_TRUE(NamedSharding(Mesh({0, 1, 2}, {"x"}), P())
                  .is_equivalent_to(NamedSharding(Mesh({2, 0, 1}, {"y"}), P()), 3));
  EXPECT_FALSE(NamedSharding(Mesh({0, 1, 2}, {"x"}), P())
                   .is_equivalent_to(NamedSharding(Mesh({0, 1, 3}, {"x"}), P()), 1));
}

TEST(NamedShardingErrors, AnUnknownAxisIsNamedWithArrayDimensionSpecAndMesh) {
  EXPECT_THAT([] { NamedSharding(x4_y2(), P("x", "batch"), "w1"); },
              ThrowsMessage<InputError>(AllOf(HasSubstr("dimension 1 of w1"),
                                              HasSubstr("axis batch"), HasSubstr("spec [x, batch]"),
                                              HasSubstr("mesh {x: 4, y: 2}"), HasSubstr("x, y"))));
}

TEST(NamedShardingErrors, AnAxisUsedTwiceIsNamedWithBothDimensions) {
  EXPECT_THAT(
      [] { NamedSharding(x4_y2(), P("x", "x"), "w1"); },
      ThrowsMessage<InputError>(AllOf(HasSubstr("dimension 1 of w1"), HasSubstr("axis x"),
                                      HasSubstr("already for dimension 0"), HasSubstr("[x, x]"),
                                      HasSubstr("{x: 4, y: 2}"), HasSubstr("axes not used: y"))));
  EXPECT_THROW(NamedSharding(x4_y2(), P(axes("x", "x"))), InputError);
}

TEST(NamedShardingErrors, MoreEntriesThanDimensionsAreNamedWithTheShape) {
  const NamedSharding sharding(x4_y2(), P("x", nullptr, "y"));
  EXPECT_THAT(
      [&] {
        sharding.check({8, 4}, "bias");
      },
      ThrowsMessage<InputError>(AllOf(HasSubstr("[x, -, y] has 3 entries"),
                                      HasSubstr("bias of shape [8, 4] has 2 dimensions"),
                                      HasSubstr("{x: 4, y: 2}"))));
  EXPECT_THROW(sharding.slices_of({8, 4}, 0), InputError);
  EXPECT_THROW(sharding.shard_shape({8}, 0), InputError);
  EXPECT_THROW(sharding.index_map({}), InputError);
  // Fewer entries than dimensions are no error.
  EXPECT_NO_THROW(sharding.check({8, 4, 2, 6}));
}

TEST(NamedShardingErrors, NegativeSizesAndForeignDevicesAreRefused) {
  const NamedSharding sharding(x4_y2(), P("x"));
  EXPECT_THROW(sharding.slices_of({-8}, 0), InputError);
  EXPECT_THAT([&] { sharding.slices_of({8}, 8); },
              ThrowsMessage<InputError>(HasSubstr("device 8")));
}

} // namespace
} // namespace brigade
