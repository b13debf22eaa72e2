// expect: wrong; words: the right numbers, from where one counts
// mistake: the group begins with the rank that asks and goes around, so its members disagree about
// its order
#include "exercise.hpp"

#include <stdexcept>

namespace kitchen {

std::vector<std::int64_t> group_along(std::int64_t rank, std::size_t axis,
                                      const std::vector<std::int64_t> &shape) {
  if (rank < 0 || rank >= brigade::element_count(shape))
    throw std::out_of_range("no such rank");
  if (axis >= shape.size())
    throw std::out_of_range("no such axis");
  const std::int64_t d = shape[axis], stride = brigade::row_major_strides(shape)[axis];
  const std::int64_t own = rank / stride % d;
  std::vector<std::int64_t> members;
  for (std::int64_t c = 0; c < d; ++c)
    members.push_back(rank + ((own + c) % d - own) * stride);
  return members;
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
  for (const std::size_t axis : axes)
    rank -= rank / strides[axis] % shape[axis] * strides[axis];
  std::vector<std::int64_t> members{rank};
  for (const std::size_t axis : axes) {
    std::vector<std::int64_t> longer;
    for (const std::int64_t member : members)
      for (std::int64_t c = 0; c < shape[axis]; ++c)
        longer.push_back(member + c * strides[axis]);
    members = longer;
  }
  return members;
}

} // namespace kitchen
