// expect: wrong; words: position 6 belongs to nobody
// mistake: row 1, floor(D/N) rows each; the rest belongs to nobody
#include "exercise.hpp"

#include <stdexcept>

namespace kitchen {

Interval shard_interval(std::int64_t rows, std::int64_t devices, std::int64_t device) {
  if (rows < 0 || devices < 1 || device < 0 || device >= devices)
    throw std::invalid_argument("no such block");
  const std::int64_t each = rows / devices;
  return {device * each, (device + 1) * each};
}

} // namespace kitchen
