// right: asks every rank of the mesh whether it belongs, then sorts by the axes' coordinates
#include "exercise.hpp"

#include <algorithm>
#include <stdexcept>

namespace kitchen {

std::vector<std::int64_t> group_along(std::int64_t rank, std::size_t axis,
                                      const std::vector<std::int64_t> &shape) {
  return group_along_set(rank, {axis}, shape);
}

std::vector<std::int64_t> group_along_set(std::int64_t rank, const std::vector<std::size_t> &axes,
                                          const std::vector<std::int64_t> &shape) {
  if (rank < 0 || rank >= brigade::element_count(shape))
    throw std::out_of_range("no such rank");
  for (std::size_t i = 0; i < axes.size(); ++i) {
    if (axes[i] >= shape.size())
      throw std::out_of_range("no such axis");
    for (std::size_t k = 0; k < i; ++k)
      if (axes[k] == axes[i])
        throw std::invalid_argument("an axis is named twice");
  }
  const std::vector<std::int64_t> strides = brigade::row_major_strides(shape);
  const auto coordinate = [&](std::int64_t of, std::size_t axis) {
    return of / strides[axis] % shape[axis];
  };
  std::vector<std::int64_t> members;
  for (std::int64_t other = 0; other < brigade::element_count(shape); ++other) {
    bool belongs = true;
    for (std::size_t axis = 0; axis < shape.size(); ++axis)
      if (std::find(axes.begin(), axes.end(), axis) == axes.end())
        belongs = belongs && coordinate(other, axis) == coordinate(rank, axis);
    if (belongs)
      members.push_back(other);
  }
  std::sort(members.begin(), members.end(), [&](std::int64_t a, std::int64_t b) {
    for (const std::size_t axis : axes)
      if (coordinate(a, axis) != coordinate(b, axis))
        return coordinate(a, axis) < coordinate(b, axis);
    return false;
  });
  return members;
}

} // namespace kitchen
