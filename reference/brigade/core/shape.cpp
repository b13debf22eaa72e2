#include "brigade/core/shape.hpp"

#include "brigade/core/error.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace brigade {

std::int64_t element_count(const Shape &shape) {
  check_sizes(shape);
  std::int64_t count = 1;
  // A zero anywhere makes the product zero, whatever the product of the others would be.
  for (std::int64_t size : shape)
    if (size == 0)
      return 0;
  for (std::int64_t size : shape)
    if (__builtin_mul_overflow(count, size, &count))
      throw InputError(fmt::format("shape {} has more elements than 2^63 - 1; use smaller sizes",
                                   to_string(shape)));
  return count;
}

Shape row_major_strides(const Shape &shape) {
  Shape strides(shape.size());
  std::int64_t stride = 1;
  for (std::size_t i = shape.size(); i-- > 0;) {
    strides[i] = stride;
    stride *= shape[i];
  }
  return strides;
}

std::string to_string(const Shape &shape) { return fmt::format("[{}]", fmt::join(shape, ", ")); }

void check_sizes(const Shape &shape, std::string_view array_name) {
  for (std::size_t i = 0; i < shape.size(); ++i)
    if (shape[i] < 0)
      throw InputError(
          fmt::format("dimension {} of {} with shape {} has size {}; a size is 0 or more", i,
                      array_name, to_string(shape), shape[i]));
}

} // namespace brigade
