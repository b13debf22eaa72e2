// expect: wrong; words: threw std::invalid_argument, what is refused
// mistake: an empty interval in place of an error
#include "exercise.hpp"

namespace kitchen {

Interval shard_interval(std::int64_t rows, std::int64_t devices, std::int64_t device) {
  if (rows < 0 || devices < 1 || device < 0 || device >= devices)
    return {0, 0};
  const std::int64_t q = rows / devices, r = rows % devices;
  auto edge = [&](std::int64_t d) { return d * q + d * r / devices; };
  return {edge(device), edge(device + 1)};
}

} // namespace kitchen
