#include "brigade/mesh/device_grid.hpp"

#include "brigade/core/error.hpp"
#include "brigade/mesh/places_of.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace brigade {

namespace {

// block_of (core/interval.hpp) cuts a dimension exactly into at most as many parts.
constexpr std::int64_t kMostDevices = (std::int64_t{1} << 32) - 1;

std::int64_t checked_size(const Shape &shape) {
  for (std::size_t i = 0; i < shape.size(); ++i)
    if (shape[i] < 1)
      throw InputError(fmt::format(
          "dimension {} of mesh shape {} has size {}; every size of a mesh is 1 or more", i,
          to_string(shape), shape[i]));
  std::int64_t size = 1;
  for (const std::int64_t along : shape)
    if (__builtin_mul_overflow(size, along, &size) || size > kMostDevices)
      throw InputError(fmt::format("mesh shape {} has 2^32 devices or more; the sizes of a mesh "
                                   "multiply to {} at most",
                                   to_string(shape), kMostDevices));
  return size;
}

bool counts_from_zero(const std::vector<DeviceId> &ids) {
  for (std::size_t i = 0; i < ids.size(); ++i)
    if (ids[i] != static_cast<DeviceId>(i))
      return false;
  return true;
}

// Reads the shape down the first row of each level; `collect` then holds the others against it.
Shape shape_of(const NestedDevices &devices) {
  Shape shape;
  for (const NestedDevices *level = &devices; level->is_list(); level = &level->rows().front()) {
    shape.push_back(static_cast<std::int64_t>(level->rows().size()));
    if (level->rows().empty())
      throw InputError(fmt::format(
          "the list of devices is empty at depth {}; give at least one device in every row",
          shape.size() - 1));
  }
  return shape;
}

void collect(const NestedDevices &devices, const Shape &shape, std::size_t depth,
             std::vector<DeviceId> &ids) {
  if (!devices.is_list() && depth == shape.size()) {
    ids.push_back(devices.device());
    return;
  }
  if (!devices.is_list() || depth == shape.size())
    throw InputError(
        fmt::format("the nested list of devices is deeper in some places than in others; "
                    "by its first entries it has {} dimensions, shape {}",
                    shape.size(), to_string(shape)));
  if (static_cast<std::int64_t>(devices.rows().size()) != shape[depth])
    throw InputError(
        fmt::format("rows of the nested list of devices differ in length at depth {}: the "
                    "first has {} entries, another {}; all must have {}",
                    depth, shape[depth], devices.rows().size(), shape[depth]));
  for (const NestedDevices &row : devices.rows())
    collect(row, shape, depth + 1, ids);
}

} // namespace

DeviceGrid::DeviceGrid(Shape shape) : shape_(std::move(shape)), size_(checked_size(shape_)) {}

DeviceGrid::DeviceGrid(Shape shape, std::vector<DeviceId> ids)
    : shape_(std::move(shape)), size_(checked_size(shape_)) {
  const auto count = static_cast<std::int64_t>(ids.size());
  if (count == 0)
    throw InputError(fmt::format("mesh shape {} was given no devices; it needs {} ({})",
                                 to_string(shape_), size_, fmt::join(shape_, " x ")));
  if (count != size_)
    throw InputError(fmt::format("mesh shape {} has {}, but {} devices were given; {} would "
                                 "hold {}",
                                 to_string(shape_), places_of(shape_), count,
                                 to_string(nearest_shape_of(shape_, count)), count));
  if (counts_from_zero(ids))
    return;
  auto placement = std::make_shared<Placement>();
  placement->ids = std::move(ids);
  const std::vector<DeviceId> &placed = placement->ids;
  auto id_at = [&](std::int64_t position) { return placed[static_cast<std::size_t>(position)]; };
  placement->by_device.resize(placed.size());
  std::iota(placement->by_device.begin(), placement->by_device.end(), 0);
  std::ranges::sort(placement->by_device, {}, id_at);
  if (const DeviceId smallest = id_at(placement->by_device.front()); smallest < 0)
    throw InputError(
        fmt::format("device id {} at position {} of the mesh is negative; ids are ranks, 0 "
                    "or more",
                    smallest, placement->by_device.front()));
  const auto repeated =
      std::ranges::adjacent_find(placement->by_device, std::ranges::equal_to{}, id_at);
  if (repeated != placement->by_device.end())
    throw InputError(fmt::format("device {} stands twice in the mesh, at positions {} and {}; each "
                                 "device has one place",
                                 id_at(*repeated), *repeated, *(repeated + 1)));
  placement_ = std::move(placement);
}

DeviceGrid DeviceGrid::from_nested(const NestedDevices &devices) {
  Shape shape = shape_of(devices);
  std::vector<DeviceId> ids;
  collect(devices, shape, 0, ids);
  return DeviceGrid(std::move(shape), std::move(ids));
}

DeviceId DeviceGrid::at(std::int64_t position) const {
  if (position < 0 || position >= size_)
    throw InputError(
        fmt::format("position {} is not in a mesh of {} devices; positions are 0 to {}", position,
                    size_, size_ - 1));
  return placement_ ? placement_->ids[static_cast<std::size_t>(position)] : position;
}

std::int64_t DeviceGrid::position_of(DeviceId device) const {
  if (!placement_)
    return device >= 0 && device < size_ ? device : -1;
  auto id_at = [&](std::int64_t position) {
    return placement_->ids[static_cast<std::size_t>(position)];
  };
  const auto found = std::ranges::lower_bound(placement_->by_device, device, {}, id_at);
  return found != placement_->by_device.end() && id_at(*found) == device ? *found : -1;
}

bool DeviceGrid::operator==(const DeviceGrid &other) const {
  if (shape_ != other.shape_ || is_in_order() != other.is_in_order())
    return false;
  return placement_ == other.placement_ || placement_->ids == other.placement_->ids;
}

std::vector<std::int64_t> coordinates_at(const Shape &shape, std::int64_t position) {
  std::vector<std::int64_t> coordinates(shape.size());
  for (std::size_t i = shape.size(); i-- > 0;) {
    coordinates[i] = position % shape[i];
    position /= shape[i];
  }
  return coordinates;
}

std::int64_t position_at(const Shape &shape, const std::vector<std::int64_t> &coordinates) {
  if (coordinates.size() != shape.size())
    throw InputError(fmt::format(
        "{} coordinates ({}) for a mesh of {} dimensions, shape {}; give one "
        "for each dimension",
        coordinates.size(), fmt::join(coordinates, ", "), shape.size(), to_string(shape)));
  std::int64_t position = 0;
  for (std::size_t i = 0; i < shape.size(); ++i) {
    if (coordinates[i] < 0 || coordinates[i] >= shape[i])
      throw InputError(
          fmt::format("coordinate {} in dimension {} lies outside mesh shape {}; it may be "
                      "0 to {}",
                      coordinates[i], i, to_string(shape), shape[i] - 1));
    position = position * shape[i] + coordinates[i];
  }
  return position;
}

Shape nearest_shape_of(const Shape &shape, std::int64_t count) {
  const std::int64_t size = element_count(shape);
  for (std::size_t i = 0; i < shape.size(); ++i) {
    const std::int64_t others = size / shape[i];
    if (count % others != 0)
      continue;
    Shape nearest = shape;
    nearest[i] = count / others;
    return nearest;
  }
  Shape flat(std::max<std::size_t>(shape.size(), 1), 1);
  flat.front() = count;
  return flat;
}

} // namespace brigade
