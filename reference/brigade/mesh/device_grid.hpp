#pragma once

#include "brigade/core/shape.hpp"

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <vector>

namespace brigade {

/// Number of a device in the job: the rank in the world of the process that drives it.
using DeviceId = std::int64_t;

/// Device ids in nested braces, one level a dimension: {{0, 1}, {2, 3}} is a 2 × 2 grid.
class NestedDevices {
public:
  NestedDevices(DeviceId device) : device_(device) {}
  NestedDevices(std::initializer_list<NestedDevices> rows) : is_list_(true), rows_(rows) {}
  bool is_list() const { return is_list_; }
  DeviceId device() const { return device_; }
  const std::vector<NestedDevices> &rows() const { return rows_; }

private:
  bool is_list_ = false;
  DeviceId device_ = -1;
  std::vector<NestedDevices> rows_;
};

/// Devices in a row-major grid of any number of dimensions. Without explicit ids, device i stands
/// at position i, and the grid costs no memory however large it is. Copies share their ids.
class DeviceGrid {
public:
  /// Devices 0, 1, … in row-major order. InputError on a size below 1, or 2^32 devices or more.
  explicit DeviceGrid(Shape shape);
  /// `ids[i]` stands at row-major position i. Throws InputError as above, if the counts differ,
  /// an id repeats or is negative.
  DeviceGrid(Shape shape, std::vector<DeviceId> ids);
  /// Throws InputError if rows of one dimension differ in length or depth.
  static DeviceGrid from_nested(const NestedDevices &devices);

  const Shape &shape() const { return shape_; }
  std::int64_t size() const { return size_; }
  /// Throws InputError if the position is not in 0 … size() - 1.
  DeviceId at(std::int64_t position) const;
  /// Row-major position of a device, or -1.
  std::int64_t position_of(DeviceId device) const;
  /// True where device i stands at position i (nothing is stored then).
  bool is_in_order() const { return placement_ == nullptr; }
  bool operator==(const DeviceGrid &) const;

private:
  struct Placement {
    std::vector<DeviceId> ids;           // by position
    std::vector<std::int64_t> by_device; // positions, sorted by the id that stands there
  };

  Shape shape_;
  std::int64_t size_ = 1;
  std::shared_ptr<const Placement> placement_; // null: 0, 1, 2, …
};

/// Coordinates of a row-major position in a grid of `shape`, and back.
std::vector<std::int64_t> coordinates_at(const Shape &shape, std::int64_t position);
std::int64_t position_at(const Shape &shape, const std::vector<std::int64_t> &coordinates);

/// A shape with as many dimensions as `shape` whose product is `count`, differing from it in as few
/// sizes as possible: what an error message offers as "what would work".
Shape nearest_shape_of(const Shape &shape, std::int64_t count);

} // namespace brigade
