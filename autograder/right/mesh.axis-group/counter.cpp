// right: counts through the axes like an odometer, without a list that grows
#include "exercise.hpp"

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
  std::int64_t size = 1;
  for (const std::size_t axis : axes) {
    rank -= rank / strides[axis] % shape[axis] * strides[axis];
    size *= shape[axis];
  }
  std::vector<std::int64_t> members(static_cast<std::size_t>(size));
  for (std::int64_t place = 0; place < size; ++place) {
    std::int64_t rest = place, member = rank;
    for (std::size_t i = axes.size(); i-- > 0; rest /= shape[axes[i]])
      member += rest % shape[axes[i]] * strides[axes[i]];
    members[static_cast<std::size_t>(place)] = member;
  }
  return members;
}

} // namespace kitchen
