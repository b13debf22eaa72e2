#pragma once

#include "brigade/comm/algorithm.hpp"

#include <cstdint>
#include <span>
#include <string_view>

namespace brigade {

/// The collectives that can move their data in several ways.
enum class Collective : std::uint8_t {
  all_reduce,
  reduce_scatter,
  all_gather,
  all_to_all,
  broadcast,
  barrier
};

/// "all_reduce" …
std::string_view to_string(Collective collective);

/// The algorithms that move this collective's data, the plain one first.
std::span<const Algorithm> algorithms_of(Collective collective);

} // namespace brigade
