#include "brigade/ir/attributes.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>

namespace brigade {

// By bits: a constant that is not a number is the same as itself.
bool ConstantAttributes::operator==(const ConstantAttributes &other) const {
  return type == other.type &&
      std::ranges::equal(numbers, other.numbers, {}, std::bit_cast<std::uint64_t, double>,
                         std::bit_cast<std::uint64_t, double>);
}

} // namespace brigade
