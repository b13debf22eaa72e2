#include "brigade/mesh/axis_groups.hpp"

#include "brigade/core/error.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace brigade {

AxisGroups::AxisGroups(DeviceGrid devices, std::vector<std::size_t> axes)
    : devices_(std::move(devices)), strides_(row_major_strides(devices_.shape())),
      axes_(std::move(axes)) {
  const Shape &shape = devices_.shape();
  for (std::size_t dimension = 0; dimension < shape.size(); ++dimension)
    if (std::ranges::find(axes_, dimension) == axes_.end()) {
      others_.push_back(dimension);
      count_ *= shape[dimension];
    }
  size_ = devices_.size() / count_;
}

DeviceId AxisGroups::member(std::int64_t index, std::int64_t place) const {
  if (index < 0 || index >= count_)
    throw InputError(
        fmt::format("group {} does not exist; the mesh has {} groups along these axes, 0 to {}",
                    index, count_, count_ - 1));
  if (place < 0 || place >= size_)
    throw InputError(
        fmt::format("place {} does not exist; a group along these axes has {} devices, 0 to {}",
                    place, size_, size_ - 1));
  return devices_.at(offset_over(others_, index) + offset_over(axes_, place));
}

std::vector<DeviceId> AxisGroups::members(std::int64_t index) const {
  std::vector<DeviceId> members(static_cast<std::size_t>(size_));
  for (std::size_t place = 0; place < members.size(); ++place)
    members[place] = member(index, static_cast<std::int64_t>(place));
  return members;
}

std::int64_t AxisGroups::group_of(DeviceId device) const { return index_over(others_, device); }

std::int64_t AxisGroups::place_of(DeviceId device) const { return index_over(axes_, device); }

// How far from position 0 the row-major index over some of the dimensions leads.
std::int64_t AxisGroups::offset_over(const std::vector<std::size_t> &dimensions,
                                     std::int64_t index) const {
  const Shape &shape = devices_.shape();
  std::int64_t offset = 0;
  for (std::size_t i = dimensions.size(); i-- > 0;) {
    offset += index % shape[dimensions[i]] * strides_[dimensions[i]];
    index /= shape[dimensions[i]];
  }
  return offset;
}

// Row-major index of a device's coordinates over some of the dimensions.
std::int64_t AxisGroups::index_over(const std::vector<std::size_t> &dimensions,
                                    DeviceId device) const {
  const std::int64_t position = devices_.position_of(device);
  if (position < 0)
    throw InputError(fmt::format("device {} is not in the mesh of {} devices, shape {}", device,
                                 devices_.size(), to_string(devices_.shape())));
  const std::vector<std::int64_t> coordinates = coordinates_at(devices_.shape(), position);
  std::int64_t index = 0;
  for (std::size_t dimension : dimensions)
    index = index * devices_.shape()[dimension] + coordinates[dimension];
  return index;
}

} // namespace brigade
