// expect: wrong; words: cut by another rule
// mistake: row 3, ceil(D/N) rows each, only the end held to D: starts past the end
#include "exercise.hpp"

#include <algorithm>
#include <stdexcept>

namespace kitchen {

Interval shard_interval(std::int64_t rows, std::int64_t devices, std::int64_t device) {
  if (rows < 0 || devices < 1 || device < 0 || device >= devices)
    throw std::invalid_argument("no such block");
  const std::int64_t each = rows / devices + (rows % devices != 0);
  const std::int64_t begin = device * each;
  return {begin, std::min(rows, begin + each)};
}

} // namespace kitchen
