#pragma once

#include "brigade/comm/algorithm.hpp"
#include "brigade/comm/group_state.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace brigade {

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

/// The algorithm for a collective of `bytes` (the whole: the longest of what goes in and what comes
/// out). `asked`: what the caller wants; automatic leaves it to size, ranks and node. Started
/// collectives go by messages, since all ranks must be inside a shared-memory collective at once.
/// Throws InputError where the algorithm that the caller wants cannot do it.
Algorithm choose(Collective collective, const GroupState &group, std::size_t bytes, Algorithm asked,
                 bool started);

} // namespace brigade
