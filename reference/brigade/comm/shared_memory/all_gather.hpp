#pragma once

#include "brigade/comm/shared_memory/window.hpp"
#include "brigade/core/dtype.hpp"

#include <cstddef>
#include <span>

namespace brigade {

/// Puts every member's `in` (counts[i] elements of member i) one after the other into `out` on
/// every member, through shared memory. `in` may be its own block of `out`. Where a member's `in`
/// lies in the arena, the others read it there.
void shared_all_gather(const SharedGroup &group, const void *in, void *out,
                       std::span<const std::size_t> counts, DType type);

} // namespace brigade
