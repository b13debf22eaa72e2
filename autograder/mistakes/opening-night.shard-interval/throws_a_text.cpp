// expect: wrong; words: no std::exception, instead of "threw std::invalid_argument", what is refused
// mistake: what is refused is thrown as a text alone
#include "exercise.hpp"

namespace kitchen {

Interval shard_interval(std::int64_t rows, std::int64_t devices, std::int64_t device) {
  if (rows < 0 || devices < 1 || device < 0 || device >= devices)
    throw "there is no such block";
  const std::int64_t each = rows / devices, rest = rows % devices;
  const auto edge = [&](std::int64_t d) { return d * each + d * rest / devices; };
  return {edge(device), edge(device + 1)};
}

} // namespace kitchen
