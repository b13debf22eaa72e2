#include "brigade/mesh/create_device_mesh.hpp"

#include "brigade/core/error.hpp"
#include "brigade/mesh/places_of.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <map>

namespace brigade {

namespace {

// Devices of each node, nodes in the order of their lowest device.
std::vector<std::vector<DeviceId>> devices_by_node(const NodePlacement &nodes) {
  std::vector<std::vector<DeviceId>> devices;
  std::map<int, std::size_t> index_of;
  for (std::size_t device = 0; device < nodes.node_of.size(); ++device) {
    const auto [found, is_new] = index_of.try_emplace(nodes.node_of[device], devices.size());
    if (is_new)
      devices.emplace_back();
    devices[found->second].push_back(static_cast<DeviceId>(device));
  }
  return devices;
}

void check_device_count(const Shape &shape, std::int64_t size, std::size_t count) {
  if (static_cast<std::size_t>(size) != count)
    throw InputError(fmt::format(
        "mesh shape {} has {}, but the nodes of {} devices were given; {}", to_string(shape),
        places_of(shape), count,
        count == 0
            ? std::string("name the node of every device")
            : fmt::format("{} would hold {}",
                          to_string(nearest_shape_of(shape, static_cast<std::int64_t>(count))),
                          count)));
}

} // namespace

DeviceGrid create_device_mesh(const Shape &shape) { return DeviceGrid(shape); }

DeviceGrid create_device_mesh(const Shape &shape, std::vector<DeviceId> devices) {
  return DeviceGrid(shape, std::move(devices));
}

DeviceGrid create_device_mesh(const Shape &shape, const NodePlacement &nodes) {
  const std::int64_t total = DeviceGrid(shape).size();
  check_device_count(shape, total, nodes.node_of.size());
  const std::vector<std::vector<DeviceId>> devices = devices_by_node(nodes);
  std::vector<std::size_t> used(devices.size(), 0);

  // A block of the k-th level is a run of positions whose coordinates differ in the last k axes
  // only. From the largest to the smallest: give every block that fits to one node, and cut those
  // that fit nowhere into the blocks of the next level. A block takes a multiple of the smaller
  // sizes out of a node, so a large block never costs a smaller one its place, and each level has
  // as many whole blocks as is possible.
  std::vector<DeviceId> ids(static_cast<std::size_t>(total), -1);
  std::vector<std::size_t> open{
      0}; // first positions of the blocks of this level that are not placed
  auto block_size = static_cast<std::size_t>(total);
  for (std::size_t axis = 0;; ++axis) {
    std::size_t next = 0;
    for (std::size_t node = 0; node < devices.size(); ++node)
      for (; next < open.size() && devices[node].size() - used[node] >= block_size; ++next) {
        const auto first = devices[node].begin() + static_cast<std::ptrdiff_t>(used[node]);
        std::copy_n(first, block_size, ids.begin() + static_cast<std::ptrdiff_t>(open[next]));
        used[node] += block_size;
      }
    if (next == open.size())
      return DeviceGrid(shape, std::move(ids));
    const auto parts = static_cast<std::size_t>(shape[axis]);
    block_size /= parts;
    std::vector<std::size_t> smaller;
    for (; next < open.size(); ++next)
      for (std::size_t part = 0; part < parts; ++part)
        smaller.push_back(open[next] + part * block_size);
    open = std::move(smaller);
  }
}

DeviceGrid create_hybrid_device_mesh(const Shape &inside_node, const Shape &between_nodes,
                                     const NodePlacement &nodes) {
  if (inside_node.size() != between_nodes.size())
    throw InputError(
        fmt::format("the shape inside a node {} has {} dimensions and the shape between nodes "
                    "{} has {}; give both the same, with 1 where an axis does not go there",
                    to_string(inside_node), inside_node.size(), to_string(between_nodes),
                    between_nodes.size()));
  const DeviceGrid inside(inside_node), between(between_nodes);
  const std::vector<std::vector<DeviceId>> devices = devices_by_node(nodes);
  if (static_cast<std::int64_t>(devices.size()) != between.size())
    throw InputError(
        fmt::format("the shape between nodes {} has {} places, but the {} devices stand on {} "
                    "nodes; its sizes must multiply to {}",
                    to_string(between_nodes), between.size(), nodes.node_of.size(), devices.size(),
                    devices.size()));
  for (const std::vector<DeviceId> &node : devices)
    if (static_cast<std::int64_t>(node.size()) != inside.size())
      throw InputError(fmt::format("the shape inside a node {} has {} places, but node {} has {} "
                                   "devices; every node must have {}",
                                   to_string(inside_node), inside.size(),
                                   nodes.node_of[static_cast<std::size_t>(node.front())],
                                   node.size(), inside.size()));

  Shape shape(inside_node.size());
  for (std::size_t i = 0; i < shape.size(); ++i)
    shape[i] = inside_node[i] * between_nodes[i];
  std::vector<DeviceId> ids(nodes.node_of.size());
  for (std::size_t position = 0; position < ids.size(); ++position) {
    std::int64_t node = 0, place = 0;
    const auto coordinates = coordinates_at(shape, static_cast<std::int64_t>(position));
    for (std::size_t i = 0; i < shape.size(); ++i) {
      node = node * between_nodes[i] + coordinates[i] / inside_node[i];
      place = place * inside_node[i] + coordinates[i] % inside_node[i];
    }
    ids[position] = devices[static_cast<std::size_t>(node)][static_cast<std::size_t>(place)];
  }
  return DeviceGrid(std::move(shape), std::move(ids));
}

} // namespace brigade
