#include "exercise.hpp"

#include <stdexcept>
#include <string>

namespace kitchen {

// [shard_interval]
Interval shard_interval(std::int64_t rows, std::int64_t devices, std::int64_t device) {
  if (rows < 0 || devices < 1 || devices >= (std::int64_t{1} << 31))
    throw std::invalid_argument("no rows can be cut so: " + std::to_string(rows) + " rows on " +
                                std::to_string(devices) + " devices");
  if (device < 0 || device >= devices)
    throw std::invalid_argument("device " + std::to_string(device) + " is not one of 0 to " +
                                std::to_string(devices - 1));
  // With rows = q·N + r: floor(d·rows / N) = d·q + floor(d·r / N), and d·r < N² < 2^62.
  const std::int64_t q = rows / devices, r = rows % devices;
  auto edge = [&](std::int64_t d) { return d * q + d * r / devices; };
  return {edge(device), edge(device + 1)};
}
// [shard_interval]

} // namespace kitchen
