#include "brigade/gspmd/machine_profile.hpp"

namespace brigade {

namespace {

// Whether every group along the axes stays inside a node of `per_node` consecutive devices.
bool stay_inside(const Mesh &mesh, const std::vector<std::string> &axes, std::int64_t per_node) {
  const AxisGroups groups = mesh.groups(axes);
  if (groups.size() == 1 || (mesh.devices().is_in_order() && mesh.size() <= per_node))
    return true;
  // Devices in order: a group lies inside an aligned block of consecutive ones, that of its major
  // axis. Where nodes are whole numbers of such blocks, nobody need look at the groups, of which a
  // large mesh has many.
  if (mesh.devices().is_in_order()) {
    const Shape strides = row_major_strides(mesh.shape());
    std::int64_t block = 1;
    for (const std::string &axis : axes)
      if (const std::size_t i = mesh.axis_index(axis); mesh.shape()[i] > 1)
        block = std::max(block, strides[i] * mesh.shape()[i]);
    if (per_node % block == 0)
      return true;
  }
  for (std::int64_t group = 0; group < groups.count(); ++group) {
    const std::int64_t node = groups.member(group, 0) / per_node;
    for (std::int64_t place = 1; place < groups.size(); ++place)
      if (groups.member(group, place) / per_node != node)
        return false;
  }
  return true;
}

} // namespace

// The proportions of an accelerator of the years around 2020 and of its own fast links, in round
// numbers: 1e14 operations, 2e12 bytes of memory and 1e11 bytes of a link a second. So a device
// does 50 operations for each byte that it reads, and 1,000 for each that it sends; and a message
// begins to cost more by its length than by its start at 100 KB, between a bias and a matrix of
// weights. All on one node, so that no plan turns on the order of the axes.
MachineProfile uniform_profile() {
  const LinkProfile link{.latency = 1e-6, .seconds_per_byte = 1e-11};
  return {.name = "uniform",
          .flops_per_second = 1e14,
          .bytes_per_second = 2e12,
          .inside = link,
          .between = link,
          .devices_per_node = 0};
}

const LinkProfile &link_of(const MachineProfile &profile, const Mesh &mesh,
                           const std::vector<std::string> &axes) {
  const bool inside =
      profile.devices_per_node == 0 || stay_inside(mesh, axes, profile.devices_per_node);
  return inside ? profile.inside : profile.between;
}

} // namespace brigade
