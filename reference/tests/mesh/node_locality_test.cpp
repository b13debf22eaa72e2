#include "brigade/mesh/node_locality.hpp"

#include "brigade/core/error.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace brigade {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

TEST(NodeLocality, OnTwoNodesOfFourOnlyTheFirstAxisCrosses) {
  const NodePlacement nodes({0, 1, 0, 1, 0, 1, 0, 1});
  const Mesh mesh(create_device_mesh({2, 4}, nodes), {"data", "model"});
  EXPECT_THAT(node_locality(mesh, nodes),
              ElementsAre(AxisLocality{"data", 4, 0}, AxisLocality{"model", 2, 2}));
  EXPECT_EQ(explain_locality(mesh, nodes), "axis data (2 devices): 4 of 4 groups cross nodes\n");
}

TEST(NodeLocality, SaysWhereUnevenNodesForceAGroupAcross) {
  const NodePlacement nodes({0, 0, 0, 1, 1, 2, 2, 2});
  const Mesh mesh(create_device_mesh({4, 2}, nodes), {"data", "model"});
  EXPECT_EQ(
      explain_locality(mesh, nodes),
      "axis data (4 devices): 2 of 2 groups cross nodes\n"
      "axis model (2 devices): 1 of 4 groups crosses nodes; nodes of 3, 2, 3 devices hold 1, 1, 1 "
      "whole ones\n");
}

TEST(NodeLocality, InsideOneNodeThereIsNothingToSay) {
  const NodePlacement nodes({3, 3, 3, 3});
  EXPECT_EQ(explain_locality(Mesh(create_device_mesh({2, 2}, nodes), {"x", "y"}), nodes), "");
}

TEST(NodeLocality, ADeviceWithoutANodeIsRefused) {
  EXPECT_THAT(
      [] {
        node_locality(Mesh({0, 4}, {"x"}), NodePlacement({0, 0}));
      },
      ThrowsMessage<InputError>(HasSubstr("device 4")));
}

} // namespace
} // namespace brigade
