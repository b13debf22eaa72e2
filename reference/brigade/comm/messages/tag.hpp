#pragma once

#include "brigade/comm/job/group_state.hpp"

namespace brigade {

// Tags of MPI: MPICH has 28 bits of them, the standard promises 15. Each half of the range is
// walked from a place that depends on (mesh, axes), so groups that have members together do not
// meet; and if they did, only operations that are started at the same time in another order could
// be mixed up.

/// The tag of the group's next collective. All members call their collectives in the same order, so
/// it is the same on all. Tags come back after 2^27 collectives.
int next_collective_tag(GroupState &group);
/// The tag of send and receive with the user's `tag` (0 to kMaximumTag).
int point_to_point_tag(const GroupState &group, int tag);
/// For what the runtime itself sends while it starts.
inline constexpr int kStartTag = 0;

} // namespace brigade
