#pragma once

#include "brigade/mesh/create_device_mesh.hpp"
#include "brigade/mesh/mesh.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace brigade {

/// How many of the groups along one axis lie inside a node: those talk without a network.
struct AxisLocality {
  std::string axis;
  std::int64_t groups = 0;
  std::int64_t groups_inside_a_node = 0;
  bool operator==(const AxisLocality &) const = default;
};

/// One entry for each axis of the mesh, in its order. Throws InputError for a device of the mesh
/// whose node is not given.
std::vector<AxisLocality> node_locality(const Mesh &mesh, const NodePlacement &nodes);

/// A line for each axis that crosses nodes, with the reason if some of its groups stay inside:
/// "axis model (4 devices): 1 of 3 groups crosses nodes; nodes of 6, 6 devices hold 1, 1 whole
/// ones". Empty where no axis does.
std::string explain_locality(const Mesh &mesh, const NodePlacement &nodes);

} // namespace brigade
