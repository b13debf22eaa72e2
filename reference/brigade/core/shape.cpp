#include "brigade/core/shape.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace brigade {

std::int64_t element_count(const Shape &shape) {
  std::int64_t count = 1;
  for (std::int64_t size : shape)
    count *= size;
  return count;
}

std::string to_string(const Shape &shape) { return fmt::format("[{}]", fmt::join(shape, ", ")); }

} // namespace brigade
