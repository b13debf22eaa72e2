// expect: crashed; words: signal 8, divided by 0
// mistake: no check of the arguments: division by zero
#include "exercise.hpp"

namespace kitchen {

Interval shard_interval(std::int64_t rows, std::int64_t devices, std::int64_t device) {
  const std::int64_t q = rows / devices, r = rows % devices;
  auto edge = [&](std::int64_t d) { return d * q + d * r / devices; };
  return {edge(device), edge(device + 1)};
}

} // namespace kitchen
