#pragma once

#include "brigade/core/reduce_op.hpp"
#include "brigade/comm/shared_memory/window.hpp"
#include "brigade/core/dtype.hpp"

#include <cstddef>

namespace brigade {

/// Joins `count` elements of every member's `data` through shared memory and leaves the result, the
/// same bits, on every member: the members' elements are joined in the order of their places. Small
/// data goes through mailboxes; where all members' data lies in the arena, member i reduces the
/// i-th part of it in place for all; other data passes through the staging areas piece by piece.
/// Members may mix the two.
void shared_all_reduce(const SharedGroup &group, void *data, std::size_t count, DType type,
                       ReduceOp op);

} // namespace brigade
