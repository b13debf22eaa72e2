#pragma once

#include "clock.hpp"

#include "brigade/comm/collectives.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace brigade::bench {

/// Seconds from when the first rank began to when the last one is done, the same on all of them.
/// All ranks call it, when each is done, with when it began.
inline double seconds_of_all(const Group &world, double start) {
  const std::vector<double> own{start, now()};
  std::vector<double> all(own.size() * static_cast<std::size_t>(world.size()));
  all_gather(world, own, std::span(all));
  return std::ranges::max(all) - std::ranges::min(all);
}

/// As many calls of so many seconds as fill a millisecond, at most `most`; the same on all ranks.
inline int calls_of_a_millisecond(const Group &world, double seconds, int most) {
  std::vector<std::int32_t> calls{std::clamp(static_cast<int>(1e-3 / seconds), 1, most)};
  all_reduce(world, std::span(calls), ReduceOp::max);
  return calls[0];
}

} // namespace brigade::bench
