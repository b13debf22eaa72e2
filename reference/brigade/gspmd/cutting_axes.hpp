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

} // namespace brigade
