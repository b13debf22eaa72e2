#include "brigade/sharding/named_sharding.hpp"

#include "brigade/core/error.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace brigade {

namespace {

// The axes that no entry names: what an error about a repeated axis can offer.
std::string unused_axes(const Mesh &mesh, const PartitionSpec &spec) {
  std::vector<std::string> unused;
  for (const std::string &axis : mesh.axis_names()) {
    const bool is_used = std::ranges::any_of(spec.dimensions(), [&](const DimensionSpec &entry) {
      return std::ranges::find(entry.axes, axis) != entry.axes.end();
    });
    if (!is_used)
      unused.push_back(axis);
  }
  return unused.empty() ? "none" : fmt::format("{}", fmt::join(unused, ", "));
}

} // namespace

std::string to_string(const Slices &slices) {
  std::string text = "[";
  for (std::size_t i = 0; i < slices.size(); ++i)
    text += fmt::format("{}{}:{}", i == 0 ? "" : ", ", slices[i].begin, slices[i].end);
  return text + "]";
}

NamedSharding::NamedSharding(Mesh mesh, PartitionSpec spec, std::string_view array_name)
    : mesh_(std::move(mesh)), spec_(std::move(spec)), mesh_axes_(spec_.dimensions().size()) {
  std::vector<std::size_t> dimension_of(mesh_.shape().size(), spec_.dimensions().size());
  for (std::size_t dimension = 0; dimension < mesh_axes_.size(); ++dimension)
    for (const std::string &axis : spec_[dimension].axes) {
      if (!mesh_.has_axis(axis))
        throw InputError(fmt::format(
            "dimension {} of {} is sharded over axis {} by spec {}, but mesh {} has no such axis; "
            "its axes "
            "are: {}",
            dimension, array_name, axis, to_string(spec_), to_string(mesh_),
            mesh_.axis_names().empty() ? "none"
                                       : fmt::format("{}", fmt::join(mesh_.axis_names(), ", "))));
      const std::size_t mesh_axis = mesh_.axis_index(axis);
      if (dimension_of[mesh_axis] != mesh_axes_.size())
        throw InputError(fmt::format("dimension {} of {} is sharded over axis {} by spec {}, which "
                                     "uses it already for dimension {}; "
                                     "an axis may appear once (mesh {}, axes not used: {})",
                                     dimension, array_name, axis, to_string(spec_),
                                     dimension_of[mesh_axis], to_string(mesh_),
                                     unused_axes(mesh_, spec_)));
      dimension_of[mesh_axis] = dimension;
      mesh_axes_[dimension].push_back(mesh_axis);
    }
}

void NamedSharding::check(const Shape &global_shape, std::string_view array_name) const {
  check_sizes(global_shape, array_name);
  if (spec_.dimensions().size() > global_shape.size())
    throw InputError(fmt::format(
        "spec {} has {} entr{}, but {} of shape {} has {} dimension{}: "
        "there is no dimension {} (mesh {}); give "
        "at most one entry for each dimension",
        to_string(spec_), spec_.dimensions().size(), spec_.dimensions().size() == 1 ? "y" : "ies",
        array_name, to_string(global_shape), global_shape.size(),
        global_shape.size() == 1 ? "" : "s", global_shape.size(), to_string(mesh_)));
}

std::int64_t NamedSharding::block_count(std::size_t dimension) const {
  std::int64_t count = 1;
  if (dimension < mesh_axes_.size())
    for (std::size_t axis : mesh_axes_[dimension])
      count *= mesh_.shape()[axis];
  return count;
}

std::int64_t NamedSharding::block_index(std::size_t dimension, DeviceId device) const {
  return index_over_axes(dimension, mesh_.coordinates_of(device));
}

std::int64_t NamedSharding::index_over_axes(std::size_t dimension,
                                            const std::vector<std::int64_t> &coordinates) const {
  std::int64_t index = 0;
  if (dimension < mesh_axes_.size())
    for (std::size_t axis : mesh_axes_[dimension])
      index = index * mesh_.shape()[axis] + coordinates[axis];
  return index;
}

Slices NamedSharding::slices_of(const Shape &global_shape, DeviceId device) const {
  check(global_shape);
  const std::vector<std::int64_t> coordinates = mesh_.coordinates_of(device);
  Slices slices(global_shape.size());
  for (std::size_t i = 0; i < slices.size(); ++i)
    slices[i] = block_of(global_shape[i], block_count(i), index_over_axes(i, coordinates));
  return slices;
}

Shape NamedSharding::shard_shape(const Shape &global_shape, DeviceId device) const {
  Shape shape;
  for (const Interval &slice : slices_of(global_shape, device))
    shape.push_back(slice.size());
  return shape;
}

std::vector<DeviceSlices> NamedSharding::index_map(const Shape &global_shape) const {
  std::vector<DeviceSlices> map;
  map.reserve(static_cast<std::size_t>(mesh_.size()));
  for (std::int64_t position = 0; position < mesh_.size(); ++position) {
    const DeviceId device = mesh_.devices().at(position);
    map.push_back({device, slices_of(global_shape, device)});
  }
  return map;
}

AxisGroups NamedSharding::replica_groups() const {
  std::vector<std::size_t> copied;
  for (std::size_t axis = 0; axis < mesh_.shape().size(); ++axis) {
    const bool cuts = std::ranges::any_of(
        mesh_axes_, [&](const auto &used) { return std::ranges::find(used, axis) != used.end(); });
    if (!cuts)
      copied.push_back(axis);
  }
  return AxisGroups(mesh_.devices(), std::move(copied));
}

bool NamedSharding::is_fully_replicated() const {
  for (std::size_t dimension = 0; dimension < mesh_axes_.size(); ++dimension)
    if (block_count(dimension) != 1)
      return false;
  return true;
}

bool NamedSharding::is_equivalent_to(const NamedSharding &other, std::size_t rank) const {
  if (mesh_.size() != other.mesh_.size())
    return false;
  for (std::size_t dimension = 0; dimension < rank; ++dimension)
    if (block_count(dimension) != other.block_count(dimension))
      return false;
  // On one grid, entries differ in meaning exactly where they differ in axes that cut.
  if (mesh_.devices() == other.mesh_.devices()) {
    auto cutting_axes = [](const NamedSharding &sharding, std::size_t dimension) {
      std::vector<std::size_t> cutting;
      if (dimension < sharding.mesh_axes_.size())
        for (std::size_t axis : sharding.mesh_axes_[dimension])
          if (sharding.mesh_.shape()[axis] > 1)
            cutting.push_back(axis);
      return cutting;
    };
    for (std::size_t dimension = 0; dimension < rank; ++dimension)
      if (cutting_axes(*this, dimension) != cutting_axes(other, dimension))
        return false;
    return true;
  }
  for (std::int64_t position = 0; position < mesh_.size(); ++position) {
    const DeviceId device = mesh_.devices().at(position);
    if (!other.mesh_.contains(device))
      return false;
    const auto here = mesh_.coordinates_of(device), there = other.mesh_.coordinates_of(device);
    for (std::size_t dimension = 0; dimension < rank; ++dimension)
      if (index_over_axes(dimension, here) != other.index_over_axes(dimension, there))
        return false;
  }
  return true;
}

std::string to_string(const NamedSharding &sharding) {
  return to_string(sharding.spec()) + " on " + to_string(sharding.mesh());
}

} // namespace brigade
