#pragma once

#include "brigade/mesh/device_grid.hpp"

#include <cstddef>
#include <vector>

namespace brigade {

/// The groups into which a set of axes divides a mesh: devices that differ only in their
/// coordinates on those axes. Symbolic: members are computed when asked for. Mesh::groups makes it
/// from axis names.
class AxisGroups {
public:
  /// `axes`: dimensions of the grid, each at most once, first is major.
  AxisGroups(DeviceGrid devices, std::vector<std::size_t> axes);
  /// Number of groups = product of the other axes' sizes.
  std::int64_t count() const { return count_; }
  /// Devices in each group = product of these axes' sizes.
  std::int64_t size() const { return size_; }
  /// Devices of group `index`, row-major over the axes in the order given (first is major). Groups
  /// are numbered row-major over the other axes in the mesh's order. Throws InputError for an index
  /// that is not in 0 … count() - 1.
  std::vector<DeviceId> members(std::int64_t index) const;
  /// The one at `place` of 0 … size() - 1, without making a list.
  DeviceId member(std::int64_t index, std::int64_t place) const;
  /// The group that holds a device, and the device's place in it. Throws InputError for a device
  /// that the mesh does not have.
  std::int64_t group_of(DeviceId device) const;
  std::int64_t place_of(DeviceId device) const;

private:
  std::int64_t offset_over(const std::vector<std::size_t> &dimensions, std::int64_t index) const;
  std::int64_t index_over(const std::vector<std::size_t> &dimensions, DeviceId device) const;

  DeviceGrid devices_;
  Shape strides_;
  std::vector<std::size_t> axes_, others_;
  std::int64_t count_ = 1, size_ = 1;
};

} // namespace brigade
