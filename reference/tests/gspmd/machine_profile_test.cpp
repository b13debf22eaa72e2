#include "brigade/gspmd/machine_profile.hpp"

#include <gtest/gtest.h>

namespace brigade {
namespace {

// What stay_inside says by arithmetic where it can, said by looking at every group.
bool some_group_crosses(const Mesh &mesh, const std::vector<std::string> &axes,
                        std::int64_t nodes_of) {
  const AxisGroups groups = mesh.groups(axes);
  for (std::int64_t group = 0; group < groups.count(); ++group)
    for (const DeviceId device : groups.members(group))
      if (device / nodes_of != groups.member(group, 0) / nodes_of)
        return true;
  return false;
}

MachineProfile with_nodes(std::int64_t devices) {
  MachineProfile profile = uniform_profile();
  profile.between = {1, 1};
  profile.devices_per_node = devices;
  return profile;
}

TEST(LinkOf, IsTheOneBetweenNodesWhereAGroupCrossesThem) {
  const std::vector<std::string> subsets[] = {{"x"},      {"y"},      {"z"},
                                              {"y", "z"}, {"z", "x"}, {"x", "y", "z"}};
  const Mesh meshes[] = {Mesh(create_device_mesh({2, 3, 4}), {"x", "y", "z"}),
                         Mesh(create_device_mesh({4, 1, 2}), {"x", "y", "z"}),
                         Mesh(DeviceGrid({2, 2, 2}, {7, 3, 5, 1, 6, 2, 4, 0}), {"x", "y", "z"})};
  for (const Mesh &mesh : meshes)
    for (const std::vector<std::string> &axes : subsets)
      for (std::int64_t per_node = 1; per_node <= 25; ++per_node) {
        const MachineProfile profile = with_nodes(per_node);
        EXPECT_EQ(link_of(profile, mesh, axes) == profile.between,
                  some_group_crosses(mesh, axes, per_node))
            << to_string(mesh) << " along " << axes.front() << " with nodes of " << per_node;
      }
}

TEST(LinkOf, OneNodeHasNoOther) {
  const Mesh mesh(create_device_mesh({64, 1024}), {"x", "y"});
  const MachineProfile profile = with_nodes(0);
  EXPECT_EQ(link_of(profile, mesh, {"x", "y"}), profile.inside);
}

TEST(UniformProfile, HasOneKindOfLink) {
  const MachineProfile profile = uniform_profile();
  EXPECT_EQ(profile.inside, profile.between);
  EXPECT_GT(profile.bytes_per_second * profile.inside.seconds_per_byte, 1)
      << "memory is faster than links";
}

} // namespace
} // namespace brigade
