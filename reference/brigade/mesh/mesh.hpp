#pragma once

#include "brigade/core/shape.hpp"

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace brigade {

/// Number of a device in the job: the rank in the world of the process that drives it.
using DeviceId = std::int64_t;

/// Devices in a row-major grid of any number of dimensions. Without explicit ids, device i stands at
/// position i, and the grid costs no memory however large it is.
class DeviceGrid {
public:
  /// Devices 0, 1, … in row-major order. Throws InputError on a size below 1.
  explicit DeviceGrid(Shape shape);
  /// `ids[i]` stands at row-major position i. Throws InputError if the counts differ or an id repeats.
  DeviceGrid(Shape shape, std::vector<DeviceId> ids);

  const Shape &shape() const { return shape_; }
  std::int64_t size() const;
  DeviceId at(std::int64_t position) const;
  /// Row-major position of a device, or -1.
  std::int64_t position_of(DeviceId device) const;
  bool operator==(const DeviceGrid &) const;

private:
  Shape shape_;
  std::vector<DeviceId> ids_;        // empty: 0, 1, 2, …
  std::vector<std::int64_t> places_; // inverse of ids_, or empty
};

class Mesh;

/// The groups into which a set of axes divides a mesh: devices that differ only in their coordinates on
/// those axes. Symbolic: members are computed when asked for.
class AxisGroups {
public:
  AxisGroups(const Mesh &mesh, std::vector<std::string> axes);
  /// Number of groups = product of the other axes' sizes.
  std::int64_t count() const;
  /// Devices in each group = product of these axes' sizes.
  std::int64_t size() const;
  /// Devices of group `index`, row-major over the axes in the order given (first is major).
  std::vector<DeviceId> members(std::int64_t index) const;
  /// The group that holds a device, and the device's place in it.
  std::int64_t group_of(DeviceId device) const;
  std::int64_t place_of(DeviceId device) const;

};

/// Devices with a name for each dimension of their grid: Mesh({{0, 1}, {2, 3}}, {"data", "model"}).
class Mesh {
public:
  Mesh(DeviceGrid devices, std::initializer_list<const char *> axis_names);
  Mesh(DeviceGrid devices, std::vector<std::string> axis_names);

  const DeviceGrid &devices() const { return devices_; }
  const std::vector<std::string> &axis_names() const { return axis_names_; }
  const Shape &shape() const { return devices_.shape(); }
  std::int64_t size() const { return devices_.size(); }
  bool has_axis(std::string_view axis) const;
  /// Throws InputError naming the axis and those that the mesh has.
  std::int64_t axis_size(std::string_view axis) const;
  std::size_t axis_index(std::string_view axis) const;

  std::vector<std::int64_t> coordinates_of(DeviceId device) const;
  DeviceId device_at(const std::vector<std::int64_t> &coordinates) const;
  bool contains(DeviceId device) const { return devices_.position_of(device) >= 0; }
  AxisGroups groups(std::vector<std::string> axes) const;

  bool operator==(const Mesh &) const = default;

private:
  DeviceGrid devices_;
  std::vector<std::string> axis_names_;
};

/// "{data: 2, model: 4}"
std::string to_string(const Mesh &mesh);

} // namespace brigade
