// expect: wrong; words: does not fit in 32 bits, became 7
// mistake: row 14, 64-bit numbers put into int
#include "exercise.hpp"

#include <stdexcept>

namespace kitchen {

Interval shard_interval(std::int64_t rows, std::int64_t devices, std::int64_t device) {
  if (rows < 0 || devices < 1 || device < 0 || device >= devices)
    throw std::invalid_argument("no such block");
  const int d = static_cast<int>(device), n = static_cast<int>(devices);
  const int size = static_cast<int>(rows);
  return {std::int64_t{d} * size / n, std::int64_t{d + 1} * size / n};
}

} // namespace kitchen
