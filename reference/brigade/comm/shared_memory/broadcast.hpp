#pragma once

#include "brigade/comm/shared_memory/window.hpp"
#include "brigade/core/dtype.hpp"

#include <cstddef>

namespace brigade {

/// Copies `count` elements of member `root` into every member's `data` through shared memory. Where
/// the root's data lies in the arena, the others read it there.
void shared_broadcast(const SharedGroup &group, void *data, std::size_t count, DType type,
                      int root);

} // namespace brigade
