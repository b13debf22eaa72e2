// expect: wrong; words: did not fit in 64 bits
// mistake: row 50, device times rows overflows 64 bits
#include "exercise.hpp"

#include <stdexcept>

namespace kitchen {

Interval shard_interval(std::int64_t rows, std::int64_t devices, std::int64_t device) {
  if (rows < 0 || devices < 1 || device < 0 || device >= devices)
    throw std::invalid_argument("no such block");
  return {device * rows / devices, (device + 1) * rows / devices};
}

} // namespace kitchen
