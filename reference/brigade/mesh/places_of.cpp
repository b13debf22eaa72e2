#include "brigade/mesh/places_of.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace brigade {

std::string places_of(const Shape &shape) {
  const std::string factors =
      shape.size() <= 1 ? "" : fmt::format("{} = ", fmt::join(shape, " x "));
  return fmt::format("{}{} place{}", factors, element_count(shape),
                     element_count(shape) == 1 ? "" : "s");
}

} // namespace brigade
