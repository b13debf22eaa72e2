#pragma once

#include <cstdint>

namespace brigade {

/// Positions begin, begin + 1, … end - 1 of one dimension; empty where begin == end.
struct Interval {
  std::int64_t begin = 0;
  std::int64_t end = 0;
  std::int64_t size() const { return end - begin; }
  bool operator==(const Interval &) const = default;
};

/// Block `index` of `parts` of a dimension of `size`: floor(index·size/parts) up to
/// floor((index+1)·size/parts). Blocks differ by at most 1 in size, may be empty, and nest: the blocks
/// of n·m parts that share index/m make up exactly block index/m of n.
/// Computed without overflow for any size below 2^63.
constexpr Interval block_of(std::int64_t size, std::int64_t parts, std::int64_t index) {
  // floor(i·D/N) = i·floor(D/N) + floor(i·(D mod N)/N); i and D mod N are both at most N.
  const std::int64_t quotient = size / parts, remainder = size % parts;
  auto edge = [&](std::int64_t i) { return i * quotient + i * remainder / parts; };
  return {edge(index), edge(index + 1)};
}

} // namespace brigade
