#include "brigade/ir/difference.hpp"

#include "brigade/core/error.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>

namespace brigade {

namespace {

template <class T> double distance(T expected, T got) {
  if (expected == got || (expected != expected && got != got))
    return 0;
  const double distance = std::abs(static_cast<double>(expected) - static_cast<double>(got));
  return std::isnan(distance) ? std::numeric_limits<double>::infinity() : distance;
}

} // namespace

Difference difference(const Literal &expected, const Literal &got) {
  if (expected.type() != got.type())
    throw InputError(fmt::format("a {} cannot be compared with a {}", to_string(expected.type()),
                                 to_string(got.type())));
  return std::visit(
      [&]<class T>(const std::vector<T> &elements) {
        const std::span<const T> others = got.as<T>();
        double absolute = 0, largest = 0;
        for (std::size_t i = 0; i < elements.size(); ++i) {
          absolute = std::max(absolute, distance(elements[i], others[i]));
          if (const double size = std::abs(static_cast<double>(elements[i])); std::isfinite(size))
            largest = std::max(largest, size);
        }
        return Difference{absolute, absolute / (largest == 0 ? 1 : largest)};
      },
      expected.elements());
}

} // namespace brigade
