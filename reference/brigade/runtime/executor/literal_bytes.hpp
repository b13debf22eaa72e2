#pragma once

#include "brigade/ir/literal.hpp"

#include <cstddef>

namespace brigade {

/// The elements, row-major, as a buffer.
const std::byte *bytes_of(const Literal &literal);
std::byte *bytes_of(Literal &literal);

/// Whether two literals have the same type and the same bits.
bool same_bits(const Literal &a, const Literal &b);

} // namespace brigade
