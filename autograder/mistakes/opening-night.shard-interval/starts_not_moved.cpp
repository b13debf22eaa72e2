// expect: wrong; words: owned twice, to nobody
// mistake: row 2, the last device takes the rest, but every start ignores it
#include "exercise.hpp"

#include <stdexcept>

namespace kitchen {

Interval shard_interval(std::int64_t rows, std::int64_t devices, std::int64_t device) {
  if (rows < 0 || devices < 1 || device < 0 || device >= devices)
    throw std::invalid_argument("no such block");
  const std::int64_t each = rows / devices, rest = rows % devices;
  const std::int64_t begin = device * each;
  return {begin, begin + each + (device == 0 ? rest : 0)};
}

} // namespace kitchen
