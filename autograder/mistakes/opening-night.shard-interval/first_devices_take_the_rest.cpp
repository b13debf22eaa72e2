// expect: wrong; words: cut by another rule, floor(d*7/N)
// mistake: a balanced cut, but another one than the contract says: 10 over 3 is 4, 3, 3
#include "exercise.hpp"

#include <algorithm>
#include <stdexcept>

namespace kitchen {

Interval shard_interval(std::int64_t rows, std::int64_t devices, std::int64_t device) {
  if (rows < 0 || devices < 1 || device < 0 || device >= devices)
    throw std::invalid_argument("no such block");
  const std::int64_t each = rows / devices, rest = rows % devices;
  const std::int64_t begin = device * each + std::min(device, rest);
  return {begin, begin + each + (device < rest ? 1 : 0)};
}

} // namespace kitchen
