#pragma once

#include "brigade/mesh/device_grid.hpp"

#include <span>
#include <vector>

namespace brigade {

/// Which node (machine) each device stands on: node_of[d] is that of device d. Any numbers may name
/// nodes.
struct NodePlacement {
  std::vector<int> node_of;
  NodePlacement() = default;
  explicit NodePlacement(std::span<const int> node_of_each_device)
      : node_of(node_of_each_device.begin(), node_of_each_device.end()) {}
  explicit NodePlacement(std::vector<int> node_of_each_device)
      : node_of(std::move(node_of_each_device)) {}
};

/// Devices 0 to n - 1 in row-major order, where n is the product of `shape`.
/// Throws InputError on a size below 1, or 2^32 devices or more.
DeviceGrid create_device_mesh(const Shape &shape);

/// These devices in row-major order. Throws InputError if their number is not the product of
/// `shape`.
DeviceGrid create_device_mesh(const Shape &shape, std::vector<DeviceId> devices);

/// Devices 0 to n - 1 placed so that the last axes, those that talk most, stay inside a node: as
/// many groups along the last axis as any placement can have inside a node, then as many along the
/// last two, and so on. Nodes need not have the same number of devices. Where a group cannot fit it
/// is made of what the nodes have left; node_locality (mesh/node_locality.hpp) tells which axes
/// cross nodes. Throws InputError if the number of devices is not the product of `shape`.
DeviceGrid create_device_mesh(const Shape &shape, const NodePlacement &nodes);

/// A mesh of nodes that are meshes: axis i has inside_node[i] × between_nodes[i] devices, of which
/// each run of inside_node[i] stands in one node. Nodes come in the order of their lowest device.
/// Throws InputError if the two shapes differ in dimensions, the number of nodes is not the product
/// of `between_nodes`, or a node has another number of devices than the product of `inside_node`.
DeviceGrid create_hybrid_device_mesh(const Shape &inside_node, const Shape &between_nodes,
                                     const NodePlacement &nodes);

} // namespace brigade
