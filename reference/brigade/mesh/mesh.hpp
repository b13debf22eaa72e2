#pragma once

#include "brigade/mesh/axis_groups.hpp"
#include "brigade/mesh/create_device_mesh.hpp"
#include "brigade/mesh/device_grid.hpp"

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace brigade {

/// Devices with a name for each dimension of their grid:
///   Mesh({{0, 1}, {2, 3}}, {"data", "model"})
///   Mesh(create_device_mesh({2, 4}), {"data", "model"})
/// An axis name is a word as in program texts: letters, digits and _, not beginning with a digit.
/// Constructors throw InputError if the number of names is not the number of dimensions, or a name
/// is empty, not a word, or there twice.
class Mesh {
public:
  Mesh(DeviceGrid devices, std::initializer_list<const char *> axis_names);
  Mesh(DeviceGrid devices, std::vector<std::string> axis_names);
  Mesh(std::initializer_list<NestedDevices> devices,
       std::initializer_list<const char *> axis_names);
  Mesh(std::initializer_list<NestedDevices> devices, std::vector<std::string> axis_names);

  const DeviceGrid &devices() const { return devices_; }
  const std::vector<std::string> &axis_names() const { return axis_names_; }
  const Shape &shape() const { return devices_.shape(); }
  std::int64_t size() const { return devices_.size(); }
  bool has_axis(std::string_view axis) const;
  /// Throws InputError naming the axis and those that the mesh has.
  std::int64_t axis_size(std::string_view axis) const;
  std::size_t axis_index(std::string_view axis) const;

  /// One coordinate an axis. Throws InputError for a device that the mesh does not have.
  std::vector<std::int64_t> coordinates_of(DeviceId device) const;
  /// Throws InputError if the coordinates are too few, too many or outside the mesh.
  DeviceId device_at(const std::vector<std::int64_t> &coordinates) const;
  bool contains(DeviceId device) const { return devices_.position_of(device) >= 0; }
  /// Groups along an axis or a set of axes, first is major; without axes every device is a group of
  /// its own. Throws InputError for an axis that the mesh lacks or that is named twice.
  AxisGroups groups(const std::vector<std::string> &axes) const;

  bool operator==(const Mesh &) const = default;

private:
  void check_names() const;

  DeviceGrid devices_;
  std::vector<std::string> axis_names_;
};

/// "{data: 2, model: 4}"
std::string to_string(const Mesh &mesh);

} // namespace brigade
