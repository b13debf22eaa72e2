#pragma once

#include "brigade/comm/job/group_state.hpp"
#include "brigade/comm/selection/collective.hpp"

#include <cstddef>

namespace brigade {

/// The algorithm for a collective of `bytes` (the whole: the longest of what goes in and what comes
/// out). `asked`: what the caller wants; automatic leaves it to size, ranks and node. Started
/// collectives go by messages, since all ranks must be inside a shared-memory collective at once.
/// Throws InputError where the algorithm that the caller wants cannot do it.
Algorithm choose_algorithm(Collective collective, const GroupState &group, std::size_t bytes,
                           Algorithm asked, bool started);

} // namespace brigade
