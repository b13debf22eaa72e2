#include "brigade/mesh/create_device_mesh.hpp"

#include "brigade/core/error.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace brigade {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

std::vector<DeviceId> ids_of(const DeviceGrid &grid) {
  std::vector<DeviceId> ids;
  for (std::int64_t position = 0; position < grid.size(); ++position)
    ids.push_back(grid.at(position));
  return ids;
}

// How many runs of `block` neighbouring positions lie in one node.
std::int64_t runs_in_one_node(const DeviceGrid &grid, const NodePlacement &nodes,
                              std::int64_t block) {
  std::int64_t count = 0;
  for (std::int64_t first = 0; first < grid.size(); first += block) {
    bool together = true;
    for (std::int64_t i = 1; i < block; ++i)
      together &= nodes.node_of[static_cast<std::size_t>(grid.at(first + i))] ==
                  nodes.node_of[static_cast<std::size_t>(grid.at(first))];
    count += together;
  }
  return count;
}

TEST(CreateDeviceMesh, WithoutNodesIsInOrder) {
  EXPECT_TRUE(create_device_mesh({4, 2}).is_in_order());
  EXPECT_THAT(ids_of(create_device_mesh({2, 2}, {3, 1, 0, 2})), ElementsAre(3, 1, 0, 2));
}

TEST(CreateDeviceMesh, KeepsTheLastAxisInsideANode) {
  // Ranks dealt round robin to two nodes, as mpiexec -ppn 1 does.
  const NodePlacement nodes({0, 1, 0, 1, 0, 1, 0, 1});
  EXPECT_THAT(ids_of(create_device_mesh({2, 4}, nodes)), ElementsAre(0, 2, 4, 6, 1, 3, 5, 7));
  EXPECT_THAT(ids_of(create_device_mesh({4, 2}, nodes)), ElementsAre(0, 2, 4, 6, 1, 3, 5, 7));
  EXPECT_THAT(ids_of(create_device_mesh({2, 2, 2}, nodes)), ElementsAre(0, 2, 4, 6, 1, 3, 5, 7));
}

TEST(CreateDeviceMesh, OnNodesThatHoldRunsOfRanksChangesNothing) {
  EXPECT_TRUE(create_device_mesh({2, 4}, NodePlacement({0, 0, 0, 0, 1, 1, 1, 1})).is_in_order());
  EXPECT_TRUE(create_device_mesh({8, 1}, NodePlacement({7, 7, 7, 7, 7, 7, 7, 7})).is_in_order());
}

TEST(CreateDeviceMesh, OnUnevenNodesBreaksAsFewRowsAsPossible) {
  // 3, 2 and 3 devices in rows of 2: in the order of ids two rows would cross nodes, and one must.
  const NodePlacement nodes({0, 0, 0, 1, 1, 2, 2, 2});
  const DeviceGrid grid = create_device_mesh({4, 2}, nodes);
  EXPECT_THAT(ids_of(grid), ElementsAre(0, 1, 3, 4, 5, 6, 2, 7));
  EXPECT_EQ(runs_in_one_node(grid, nodes, 2), 3);
}

TEST(CreateDeviceMesh, AtEveryLevelHasAsManyBlocksInsideANodeAsTheNodesHaveRoomFor) {
  std::mt19937 random(5);
  for (int trial = 0; trial < 300; ++trial) {
    Shape shape(1 + random() % 4);
    for (std::int64_t &size : shape)
      size = 1 + static_cast<std::int64_t>(random() % 4);
    NodePlacement nodes;
    std::vector<std::int64_t> devices_on(1 + random() % 5);
    for (std::int64_t i = 0; i < element_count(shape); ++i) {
      nodes.node_of.push_back(static_cast<int>(random() % devices_on.size()));
      ++devices_on[static_cast<std::size_t>(nodes.node_of.back())];
    }
    const DeviceGrid grid = create_device_mesh(shape, nodes);
    std::vector<DeviceId> sorted = ids_of(grid);
    std::ranges::sort(sorted);
    ASSERT_EQ(sorted, ids_of(create_device_mesh(shape))) << "every device has one place";
    std::int64_t block = 1;
    for (std::size_t axis = shape.size(); axis-- > 0;) {
      block *= shape[axis];
      std::int64_t room = 0;
      for (std::int64_t count : devices_on)
        room += count / block;
      EXPECT_EQ(runs_in_one_node(grid, nodes, block), room)
          << "shape " << to_string(shape) << ", runs of " << block;
    }
  }
}

TEST(CreateDeviceMesh, NodesOfAnotherNumberOfDevicesAreRefused) {
  EXPECT_THAT(
      [] {
        create_device_mesh({2, 2}, NodePlacement({0, 0, 0, 0, 0, 0}));
      },
      ThrowsMessage<InputError>(AllOf(HasSubstr("[2, 2] has 2 x 2 = 4 places"),
                                      HasSubstr("nodes of 6 devices"),
                                      HasSubstr("[3, 2] would hold 6"))));
  EXPECT_THROW(create_device_mesh({1}, NodePlacement{}), InputError);
}

TEST(CreateHybridDeviceMesh, PutsBlocksOfDevicesInNodes) {
  // JAX: create_hybrid_device_mesh((2, 2), (2, 1)) has shape (4, 2), node after node along axis 0.
  const NodePlacement nodes({0, 0, 0, 0, 1, 1, 1, 1});
  const DeviceGrid rows = create_hybrid_device_mesh({2, 2}, {2, 1}, nodes);
  EXPECT_EQ(rows.shape(), (Shape{4, 2}));
  EXPECT_THAT(ids_of(rows), ElementsAre(0, 1, 2, 3, 4, 5, 6, 7));
  const DeviceGrid columns = create_hybrid_device_mesh({2, 2}, {1, 2}, nodes);
  EXPECT_EQ(columns.shape(), (Shape{2, 4}));
  EXPECT_THAT(ids_of(columns), ElementsAre(0, 1, 4, 5, 2, 3, 6, 7));
}

TEST(CreateHybridDeviceMesh, ReadsInterleavedRanks) {
  const NodePlacement nodes({4, 9, 4, 9});
  EXPECT_THAT(ids_of(create_hybrid_device_mesh({1, 2}, {2, 1}, nodes)), ElementsAre(0, 2, 1, 3));
}

TEST(CreateHybridDeviceMesh, SaysWhichNumbersDoNotFit) {
  const NodePlacement nodes({0, 0, 0, 1, 1, 1});
  EXPECT_THAT(
      [&] {
        create_hybrid_device_mesh({3}, {2, 1}, nodes);
      },
      ThrowsMessage<InputError>(AllOf(HasSubstr("[3] has 1"), HasSubstr("[2, 1] has 2"))));
  EXPECT_THAT(
      [&] {
        create_hybrid_device_mesh({3, 1}, {3, 1}, nodes);
      },
      ThrowsMessage<InputError>(
          AllOf(HasSubstr("[3, 1] has 3 places"), HasSubstr("6 devices stand on 2 nodes"))));
  EXPECT_THAT(
      [&] {
        create_hybrid_device_mesh({2, 1}, {2, 1}, nodes);
      },
      ThrowsMessage<InputError>(
          AllOf(HasSubstr("[2, 1] has 2 places"), HasSubstr("node 0 has 3 devices"))));
}

} // namespace
} // namespace brigade
