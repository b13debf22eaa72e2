#pragma once

#include "brigade/gspmd/layout.hpp"

namespace brigade {

/// Those of more than one device: the others cut nothing.
inline AxisList cutting_axes(const AxisList &axes, const Mesh &mesh) {
  AxisList list;
  for (const Axis axis : axes)
    if (mesh.shape()[axis] > 1)
      list.push_back(axis);
  return list;
}

/// Of the mesh, in its order.
inline AxisList cutting_axes(const Mesh &mesh) {
  AxisList list;
  for (std::size_t axis = 0; axis < mesh.shape().size(); ++axis)
    if (mesh.shape()[axis] > 1)
      list.push_back(static_cast<Axis>(axis));
  return list;
}

/// The layout by no other axes.
inline Layout cut_by_cutting_axes(Layout layout, const Mesh &mesh) {
  for (AxisList &axes : layout.dimensions)
    axes = cutting_axes(axes, mesh);
  layout.unreduced = cutting_axes(axis_list(layout.unreduced), mesh).set();
  return layout;
}

} // namespace brigade
