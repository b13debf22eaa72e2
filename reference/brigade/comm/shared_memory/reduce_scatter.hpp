#pragma once

#include "brigade/core/reduce_op.hpp"
#include "brigade/comm/shared_memory/window.hpp"
#include "brigade/core/dtype.hpp"

#include <cstddef>
#include <span>

namespace brigade {

/// Joins every member's `in` and leaves block i (counts[i] elements) of the result in `out` of
/// member i, through shared memory: the members' elements are joined in the order of their places.
/// Where a member's `in` lies in the arena, the others read it there. `in` and `out` must not
/// overlap.
void shared_reduce_scatter(const SharedGroup &group, const void *in, void *out,
                           std::span<const std::size_t> counts, DType type, ReduceOp op);

} // namespace brigade
