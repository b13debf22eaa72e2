// right: unsigned arithmetic; the end is the begin and a length
#include "exercise.hpp"

#include <stdexcept>

namespace kitchen {

Interval shard_interval(std::int64_t rows, std::int64_t devices, std::int64_t device) {
  if (rows < 0 || devices < 1 || device < 0 || device >= devices)
    throw std::invalid_argument("no such block");
  const auto d = static_cast<std::uint64_t>(device), n = static_cast<std::uint64_t>(devices);
  const auto size = static_cast<std::uint64_t>(rows);
  const std::uint64_t before = d * (size % n), carried = before % n;
  const std::uint64_t begin = d * (size / n) + before / n;
  const std::uint64_t length = size / n + (carried + size % n >= n ? 1 : 0);
  return {static_cast<std::int64_t>(begin), static_cast<std::int64_t>(begin + length)};
}

} // namespace kitchen
