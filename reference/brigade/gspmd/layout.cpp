#include "brigade/gspmd/layout.hpp"

#include "brigade/core/error.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace brigade {

AxisList AxisList::first(std::size_t count) const {
  AxisList list;
  for (std::size_t i = 0; i < count; ++i)
    list.push_back(axes_[i]);
  return list;
}

AxisList AxisList::without_first(std::size_t count) const {
  AxisList list;
  for (std::size_t i = count; i < size_; ++i)
    list.push_back(axes_[i]);
  return list;
}

AxisList AxisList::followed_by(const AxisList &minor) const {
  AxisList list = *this;
  for (const Axis axis : minor)
    list.push_back(axis);
  return list;
}

bool AxisList::is_prefix_of(const AxisList &other) const { return common_prefix(other) == size_; }

std::size_t AxisList::common_prefix(const AxisList &other) const {
  return static_cast<std::size_t>(
      std::mismatch(begin(), end(), other.begin(), other.end()).first - begin());
}

AxisSet AxisList::set() const {
  AxisSet set;
  for (const Axis axis : *this)
    set |= AxisSet(axis);
  return set;
}

AxisSet Layout::cut() const {
  AxisSet set;
  for (const AxisList &axes : dimensions)
    set |= axes.set();
  return set;
}

Layout replicated_layout(std::size_t rank) {
  return {std::vector<AxisList>(rank), {}, ReduceOp::sum};
}

Layout layout_of(const TensorSharding &sharding, const Mesh &mesh) {
  Layout layout = replicated_layout(sharding.dimensions.size());
  for (std::size_t i = 0; i < layout.dimensions.size(); ++i)
    for (const std::string &axis : sharding.dimensions[i].axes)
      layout.dimensions[i].push_back(static_cast<Axis>(mesh.axis_index(axis)));
  for (const std::string &axis : sharding.unreduced)
    layout.unreduced |= AxisSet(static_cast<Axis>(mesh.axis_index(axis)));
  layout.reduction = sharding.unreduced.empty() ? ReduceOp::sum : sharding.reduction;
  return layout;
}

TensorSharding sharding_of(const Layout &layout, const Mesh &mesh) {
  TensorSharding sharding = replicated_sharding(layout.dimensions.size());
  for (std::size_t i = 0; i < layout.dimensions.size(); ++i)
    sharding.dimensions[i].axes = axis_names(layout.dimensions[i], mesh);
  sharding.unreduced = axis_names(layout.unreduced, mesh);
  sharding.reduction = layout.unreduced.empty() ? ReduceOp::sum : layout.reduction;
  return sharding;
}

void require_few_axes(const Mesh &mesh) {
  if (mesh.axis_names().size() > kMostAxes)
    throw InputError(fmt::format("the mesh {} has {} axes; a program's mesh has at most {}",
                                 to_string(mesh), mesh.axis_names().size(), kMostAxes));
}

std::int64_t device_count(const AxisList &axes, const Mesh &mesh) {
  std::int64_t count = 1;
  for (const Axis axis : axes)
    count *= mesh.shape()[axis];
  return count;
}

std::int64_t device_count(AxisSet axes, const Mesh &mesh) {
  return device_count(axis_list(axes), mesh);
}

std::vector<std::string> axis_names(const AxisList &axes, const Mesh &mesh) {
  std::vector<std::string> names;
  for (const Axis axis : axes)
    names.push_back(mesh.axis_names()[axis]);
  return names;
}

std::vector<std::string> axis_names(AxisSet axes, const Mesh &mesh) {
  return axis_names(axis_list(axes), mesh);
}

AxisList axis_list(AxisSet axes) {
  AxisList list;
  for (Axis axis = 0; axis < kMostAxes; ++axis)
    if (axes.contains(axis))
      list.push_back(axis);
  return list;
}

} // namespace brigade
