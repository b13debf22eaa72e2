#include "brigade/mesh/node_locality.hpp"

#include "brigade/core/error.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>

namespace brigade {

namespace {

int node_of(DeviceId device, const NodePlacement &nodes) {
  const auto index = static_cast<std::size_t>(device);
  if (index >= nodes.node_of.size())
    throw InputError(
        fmt::format("the node of device {} is not known; the nodes of {} devices were given",
                    device, nodes.node_of.size()));
  return nodes.node_of[index];
}

bool is_inside_a_node(const AxisGroups &groups, std::int64_t group, const NodePlacement &nodes) {
  const int node = node_of(groups.member(group, 0), nodes);
  for (std::int64_t place = 1; place < groups.size(); ++place)
    if (node_of(groups.member(group, place), nodes) != node)
      return false;
  return true;
}

} // namespace

std::vector<AxisLocality> node_locality(const Mesh &mesh, const NodePlacement &nodes) {
  std::vector<AxisLocality> localities;
  for (const std::string &axis : mesh.axis_names()) {
    const AxisGroups groups = mesh.groups({axis});
    AxisLocality locality{axis, groups.count(), 0};
    for (std::int64_t group = 0; group < groups.count(); ++group)
      locality.groups_inside_a_node += is_inside_a_node(groups, group, nodes);
    localities.push_back(std::move(locality));
  }
  return localities;
}

std::string explain_locality(const Mesh &mesh, const NodePlacement &nodes) {
  std::map<int, std::int64_t> devices_on;
  for (std::int64_t position = 0; position < mesh.size(); ++position)
    ++devices_on[node_of(mesh.devices().at(position), nodes)];
  std::string text;
  for (const AxisLocality &locality : node_locality(mesh, nodes)) {
    if (locality.groups_inside_a_node == locality.groups)
      continue;
    const std::int64_t size = mesh.axis_size(locality.axis);
    std::vector<std::int64_t> devices, whole;
    for (const auto &[node, count] : devices_on) {
      devices.push_back(count);
      whole.push_back(count / size);
    }
    const std::int64_t crossing = locality.groups - locality.groups_inside_a_node;
    text += fmt::format("axis {} ({} devices): {} of {} groups {} nodes", locality.axis, size,
                        crossing, locality.groups, crossing == 1 ? "crosses" : "cross");
    if (locality.groups_inside_a_node > 0)
      text += fmt::format("; nodes of {} devices hold {} whole ones", fmt::join(devices, ", "),
                          fmt::join(whole, ", "));
    text += "\n";
  }
  return text;
}

} // namespace brigade
