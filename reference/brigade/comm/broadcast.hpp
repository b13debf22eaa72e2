#pragma once

#include "brigade/comm/algorithm.hpp"
#include "brigade/comm/group.hpp"
#include "brigade/comm/pending.hpp"
#include "brigade/core/dtype.hpp"

#include <cstddef>
#include <span>

namespace brigade {

/// Copies `count` elements of member `root` (a place in the group) into every member's `data`.
/// Throws InputError where `root` is not a place in the group.
void broadcast(const Group &group, void *data, std::size_t count, DType type, int root,
               Algorithm algorithm = Algorithm::automatic);
Pending start_broadcast(const Group &group, void *data, std::size_t count, DType type, int root,
                        Algorithm algorithm = Algorithm::automatic);

template <Element T>
void broadcast(const Group &group, std::span<T> data, int root = 0,
               Algorithm algorithm = Algorithm::automatic) {
  broadcast(group, data.data(), data.size(), dtype_of<T>(), root, algorithm);
}
template <Element T>
Pending start_broadcast(const Group &group, std::span<T> data, int root = 0,
                        Algorithm algorithm = Algorithm::automatic) {
  return start_broadcast(group, data.data(), data.size(), dtype_of<T>(), root, algorithm);
}

} // namespace brigade
