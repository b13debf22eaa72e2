#include "brigade/mesh/mesh.hpp"

#include "brigade/core/error.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace brigade {

namespace {

std::vector<std::string> to_strings(std::initializer_list<const char *> names) {
  return {names.begin(), names.end()};
}

// Bytes above 127 belong to letters of other alphabets.
bool is_word(std::string_view name) {
  auto is_letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           static_cast<unsigned char>(c) > 127;
  };
  auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  return !name.empty() && is_letter(name.front()) &&
         std::ranges::all_of(name, [&](char c) { return is_letter(c) || is_digit(c); });
}

} // namespace

Mesh::Mesh(DeviceGrid devices, std::vector<std::string> axis_names)
    : devices_(std::move(devices)), axis_names_(std::move(axis_names)) {
  check_names();
}

Mesh::Mesh(DeviceGrid devices, std::initializer_list<const char *> axis_names)
    : Mesh(std::move(devices), to_strings(axis_names)) {}

Mesh::Mesh(std::initializer_list<NestedDevices> devices, std::vector<std::string> axis_names)
    : Mesh(DeviceGrid::from_nested(devices), std::move(axis_names)) {}

Mesh::Mesh(std::initializer_list<NestedDevices> devices,
           std::initializer_list<const char *> axis_names)
    : Mesh(DeviceGrid::from_nested(devices), to_strings(axis_names)) {}

void Mesh::check_names() const {
  const std::string names = fmt::format("{}", fmt::join(axis_names_, ", "));
  if (axis_names_.size() != shape().size()) {
    // The usual cause is a flat list of devices, so offer a shape with a dimension for each name.
    const Shape wanted = nearest_shape_of(Shape(axis_names_.size(), 1), size());
    throw InputError(fmt::format(
        "the devices have {} dimension{}, shape {}, but {} axis name{} given: ({}); {}",
        shape().size(), shape().size() == 1 ? "" : "s", to_string(shape()), axis_names_.size(),
        axis_names_.size() == 1 ? " was" : "s were", names,
        axis_names_.empty()
            ? std::string("give one name for each dimension")
            : fmt::format(
                  "give one name for each dimension, or reshape the {} devices to {} dimension{}, "
                  "such as create_device_mesh({{{}}})",
                  size(), axis_names_.size(), axis_names_.size() == 1 ? "" : "s",
                  fmt::join(wanted, ", "))));
  }
  for (std::size_t i = 0; i < axis_names_.size(); ++i) {
    if (axis_names_[i].empty())
      throw InputError(
          fmt::format("axis {} of a mesh of shape {} has an empty name; give every axis a "
                      "name",
                      i, to_string(shape())));
    if (!is_word(axis_names_[i]))
      throw InputError(
          fmt::format("axis {} of a mesh of shape {} is named \"{}\"; a name is letters, "
                      "digits and _, and does not begin with a digit",
                      i, to_string(shape()), axis_names_[i]));
    const auto first = std::ranges::find(axis_names_, axis_names_[i]) - axis_names_.begin();
    if (static_cast<std::size_t>(first) != i)
      throw InputError(fmt::format("axis name {} is given to axes {} and {} of a mesh of shape {} "
                                   "({}); names must differ",
                                   axis_names_[i], first, i, to_string(shape()), names));
  }
}

bool Mesh::has_axis(std::string_view axis) const {
  return std::ranges::find(axis_names_, axis) != axis_names_.end();
}

std::size_t Mesh::axis_index(std::string_view axis) const {
  const auto found = std::ranges::find(axis_names_, axis);
  if (found == axis_names_.end())
    throw InputError(fmt::format(
        "axis {} is not in mesh {}; its axes are: {}", axis, to_string(*this),
        axis_names_.empty() ? "none" : fmt::format("{}", fmt::join(axis_names_, ", "))));
  return static_cast<std::size_t>(found - axis_names_.begin());
}

std::int64_t Mesh::axis_size(std::string_view axis) const { return shape()[axis_index(axis)]; }

std::vector<std::int64_t> Mesh::coordinates_of(DeviceId device) const {
  const std::int64_t position = devices_.position_of(device);
  if (position < 0)
    throw InputError(fmt::format("device {} is not among the {} devices of mesh {}", device, size(),
                                 to_string(*this)));
  return coordinates_at(shape(), position);
}

DeviceId Mesh::device_at(const std::vector<std::int64_t> &coordinates) const {
  return devices_.at(position_at(shape(), coordinates));
}

AxisGroups Mesh::groups(const std::vector<std::string> &axes) const {
  std::vector<std::size_t> dimensions;
  for (const std::string &axis : axes) {
    const std::size_t dimension = axis_index(axis);
    if (std::ranges::find(dimensions, dimension) != dimensions.end())
      throw InputError(
          fmt::format("axis {} is named twice in ({}) for groups of mesh {}; name each axis "
                      "once",
                      axis, fmt::join(axes, ", "), to_string(*this)));
    dimensions.push_back(dimension);
  }
  return AxisGroups(devices_, std::move(dimensions));
}

std::string to_string(const Mesh &mesh) {
  std::string text = "{";
  for (std::size_t i = 0; i < mesh.shape().size(); ++i)
    text += fmt::format("{}{}: {}", i == 0 ? "" : ", ", mesh.axis_names()[i], mesh.shape()[i]);
  return text + "}";
}

} // namespace brigade
