#pragma once

#include "brigade/runtime/executor/executable.hpp"

#include <vector>

namespace brigade::testing {

/// What a run takes: its arguments, its results, and what it works in.
inline double bytes_of_a_run(Executable &run, const std::vector<Array> &given) {
  auto bytes = static_cast<double>(run.arena_bytes());
  for (const Array &array : given)
    bytes += static_cast<double>(array.shard_bytes());
  for (const Array &array : run(given))
    bytes += static_cast<double>(array.shard_bytes());
  return bytes;
}

} // namespace brigade::testing
