#pragma once

#include <cstdint>

namespace brigade {

/// Which operand of a reduction is the left one. Ranks that compute the same element must agree on
/// it, since max(-0, +0) and NaNs depend on the order.
enum class Order : std::uint8_t { target_first, source_first };

} // namespace brigade
