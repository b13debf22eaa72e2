// expect: wrong; words: went through a double
// mistake: a double has 53 bits for a number of 63
#include "exercise.hpp"

#include <stdexcept>

namespace kitchen {

Interval shard_interval(std::int64_t rows, std::int64_t devices, std::int64_t device) {
  if (rows < 0 || devices < 1 || device < 0 || device >= devices)
    throw std::invalid_argument("no such block");
  const double each = static_cast<double>(rows) / static_cast<double>(devices);
  auto edge = [&](std::int64_t d) {
    return d == devices ? rows : static_cast<std::int64_t>(static_cast<double>(d) * each + 1e-9);
  };
  return {edge(device), edge(device + 1)};
}

} // namespace kitchen
