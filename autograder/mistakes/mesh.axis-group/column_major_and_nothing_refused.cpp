// expect: wrong; words: that is what `members along axis 1
// mistake: strides of column-major order; without checks, an axis that is not there is looked up
#include "exercise.hpp"

namespace kitchen {
namespace {

std::vector<std::int64_t> strides_of(const std::vector<std::int64_t> &shape) {
  std::vector<std::int64_t> strides{1};
  for (const std::int64_t size : shape)
    strides.push_back(strides.back() * size);
  return strides;
}

} // namespace

std::vector<std::int64_t> group_along(std::int64_t rank, std::size_t axis,
                                      const std::vector<std::int64_t> &shape) {
  return group_along_set(rank, {axis}, shape);
}

std::vector<std::int64_t> group_along_set(std::int64_t rank, const std::vector<std::size_t> &axes,
                                          const std::vector<std::int64_t> &shape) {
  const std::vector<std::int64_t> strides = strides_of(shape);
  for (const std::size_t axis : axes)
    rank -= rank / strides[axis] % shape[axis] * strides[axis];
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

} // namespace kitchen
