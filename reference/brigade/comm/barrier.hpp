#pragma once

#include "brigade/comm/algorithm.hpp"
#include "brigade/comm/group.hpp"
#include "brigade/comm/pending.hpp"

namespace brigade {

/// Returns on no member before every member has called it.
void barrier(const Group &group, Algorithm algorithm = Algorithm::automatic);
/// Done when every member has started it.
Pending start_barrier(const Group &group, Algorithm algorithm = Algorithm::automatic);

} // namespace brigade
