#include "exercise.hpp"

#include <stdexcept>

namespace kitchen {

// [group_along]
std::vector<std::int64_t> group_along(std::int64_t rank, std::size_t axis,
                                      const std::vector<std::int64_t> &shape) {
  return group_along_set(rank, {axis}, shape);
}
// [group_along]

// [group_along_set]
std::vector<std::int64_t> group_along_set(std::int64_t rank, const std::vector<std::size_t> &axes,
                                          const std::vector<std::int64_t> &shape) {
  if (rank < 0 || rank >= brigade::element_count(shape))
    throw std::out_of_range("the mesh has no such rank");
  const std::vector<std::int64_t> strides = brigade::row_major_strides(shape);
  std::vector<bool> is_named(shape.size(), false);
  for (const std::size_t axis : axes) {
    if (axis >= shape.size())
      throw std::out_of_range("the mesh has no such axis");
    if (is_named[axis])
      throw std::invalid_argument("an axis is named twice");
    is_named[axis] = true;
    rank -= rank / strides[axis] % shape[axis] * strides[axis]; // to coordinate 0
  }
  std::vector<std::int64_t> members{rank};
  for (const std::size_t axis : axes) {
    std::vector<std::int64_t> longer;
    for (const std::int64_t member : members)
      for (std::int64_t c = 0; c < shape[axis]; ++c)
        longer.push_back(member + c * strides[axis]);
    members = std::move(longer);
  }
  return members;
}
// [group_along_set]

} // namespace kitchen
