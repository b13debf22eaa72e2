#pragma once

#include "brigade/gspmd/device/device_program.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace brigade {

/// A value whose elements are those of another, elsewhere: element (i, j, …) is at offset + the sum
/// of index * stride. A broadcast has strides of 0. What is made from nothing is a view of itself:
/// of a constant all strides are 0, and for iota offset and strides give the number itself.
struct StridedView {
  ValueId root;
  std::int64_t offset = 0;
  std::vector<std::int64_t> strides;
  bool operator==(const StridedView &) const = default;
};

/// What each value of a program is a view of; itself, where an instruction has to compute it.
class StridedViews {
public:
  explicit StridedViews(const DeviceProgram &program);

  const StridedView &of(ValueId id) const { return views_[static_cast<std::size_t>(id.index)]; }
  /// Whether nothing needs to be computed for whoever can read by strides.
  bool is_view(ValueId id) const { return of(id).root != id || is_made_from_nothing(id); }
  /// A constant of one number, or an iota.
  bool is_made_from_nothing(ValueId id) const {
    return from_nothing_[static_cast<std::size_t>(id.index)];
  }

private:
  std::vector<StridedView> views_;
  std::vector<bool> from_nothing_;
};

/// Whether a view reads its root as it lies.
bool is_whole(const StridedView &view, const Shape &shape, const Shape &root_shape);

} // namespace brigade
