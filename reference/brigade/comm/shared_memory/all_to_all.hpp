#pragma once

#include "brigade/comm/shared_memory/window.hpp"
#include "brigade/core/dtype.hpp"

#include <cstddef>
#include <span>

namespace brigade {

/// Gives block j of `in` (send_counts[j] elements) to member j, and puts what member i gives
/// (receive_counts[i] elements) into block i of `out`, through shared memory. Where a member's `in`
/// lies in the arena, the others read it there. `in` and `out` must not overlap.
void shared_all_to_all(const SharedGroup &group, const void *in, void *out,
                       std::span<const std::size_t> send_counts,
                       std::span<const std::size_t> receive_counts, DType type);

} // namespace brigade
