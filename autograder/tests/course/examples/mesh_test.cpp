#include "exercises/02-mesh/axis-group/solution.cpp"
#include "exercises/02-mesh/coordinates/solution.cpp"
#include "exercises/02-mesh/device-order/solution.cpp"
#include "exercises/02-mesh/ring-neighbours/solution.cpp"

#include <gtest/gtest.h>

#include <set>

namespace kitchen {
namespace {

using Numbers = std::vector<std::int64_t>;

TEST(ContractsOfMesh, CoordinatesAndBack) {
  EXPECT_EQ(coordinates_of(6, {3, 4}), (Numbers{1, 2}));
  EXPECT_EQ(rank_of({1, 2}, {3, 4}), 6);
}

TEST(ContractsOfMesh, Groups) {
  EXPECT_EQ(group_along(9, 1, {2, 3, 2}), (Numbers{7, 9, 11}));
  EXPECT_EQ(group_along(9, 0, {2, 3, 2}), (Numbers{3, 9}));
  EXPECT_EQ(group_along_set(9, {0, 2}, {2, 3, 2}), (Numbers{2, 3, 8, 9}));
  EXPECT_EQ(group_along_set(9, {2, 0}, {2, 3, 2}), (Numbers{2, 8, 3, 9}));
}

// How many of the two groups of places 0 1 2 and 3 4 5 lie on one node.
int groups_inside(const Numbers &order, const Numbers &node_of) {
  int inside = 0;
  for (std::size_t first : {0u, 3u}) {
    std::set<std::int64_t> nodes;
    for (std::size_t place = first; place < first + 3; ++place)
      nodes.insert(node_of.at(static_cast<std::size_t>(order.at(place))));
    inside += nodes.size() == 1;
  }
  return inside;
}

TEST(ContractsOfMesh, BothOrdersOfTheExampleKeepBothGroupsInside) {
  const Numbers node_of{4, 1, 4, 4, 1, 1};
  EXPECT_EQ(groups_inside({0, 2, 3, 1, 4, 5}, node_of), 2);
  EXPECT_EQ(groups_inside({4, 1, 5, 3, 2, 0}, node_of), 2);
  EXPECT_EQ(groups_inside(device_order({2, 3}, node_of, 1), node_of), 2);
}

TEST(ContractsOfMesh, Rings) {
  EXPECT_EQ(ring_neighbours(4, 1, {2, 4}).previous, 7);
  EXPECT_EQ(ring_neighbours(4, 1, {2, 4}).next, 5);
  EXPECT_EQ(ring_neighbours(4, 0, {2, 4}).previous, 0);
  EXPECT_EQ(ring_neighbours(4, 0, {2, 4}).next, 0);
  EXPECT_EQ(ring_link_bytes(10, 4, 4), (Numbers{60, 60, 60, 60}));
  EXPECT_EQ(ring_link_bytes(11, 4, 4), (Numbers{68, 64, 64, 68}));
  EXPECT_EQ(ring_link_bytes(11, 4, 1), (Numbers{0}));
}

} // namespace
} // namespace kitchen
