// right: 128-bit products
#include "exercise.hpp"

#include <stdexcept>

namespace kitchen {

Interval shard_interval(std::int64_t rows, std::int64_t devices, std::int64_t device) {
  if (rows < 0 || devices < 1 || device < 0 || device >= devices)
    throw std::invalid_argument("no such block");
  auto edge = [&](std::int64_t d) {
    return static_cast<std::int64_t>(static_cast<__int128>(d) * rows / devices);
  };
  return {edge(device), edge(device + 1)};
}

} // namespace kitchen
