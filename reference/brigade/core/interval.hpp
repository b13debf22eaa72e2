#pragma once

#include <algorithm>
#include <cstdint>

namespace brigade {

/// Positions begin, begin + 1, … end - 1 of one dimension; empty where begin == end.
struct Interval {
  std::int64_t begin = 0;
  std::int64_t end = 0;
  constexpr std::int64_t size() const { return end - begin; }
  constexpr bool empty() const { return begin >= end; }
  constexpr bool contains(std::int64_t position) const {
    return begin <= position && position < end;
  }
  bool operator==(const Interval &) const = default;
};

/// Positions that lie in both; an empty interval (begin == end) where there are none.
constexpr Interval intersection(Interval a, Interval b) {
  const std::int64_t begin = std::max(a.begin, b.begin);
  return {begin, std::max(begin, std::min(a.end, b.end))};
}

/// Block `index` of `parts` of a dimension of `size`: floor(index·size/parts) up to
/// floor((index+1)·size/parts). Blocks differ by at most 1 in size, may be empty, and nest: the
/// blocks of n·m parts that share index/m make up exactly block index/m of n. Exact for any size
/// below 2^63 and any number of parts below 2^32, 0 <= index < parts.
constexpr Interval block_of(std::int64_t size, std::int64_t parts, std::int64_t index) {
  // floor(i·D/N) = i·floor(D/N) + floor(i·(D mod N)/N); i and D mod N are both at most N, so their
  // product is below 2^64.
  const auto n = static_cast<std::uint64_t>(parts), d = static_cast<std::uint64_t>(size);
  const std::uint64_t quotient = d / n, remainder = d % n;
  auto edge = [&](std::uint64_t i) {
    return static_cast<std::int64_t>(i * quotient + i * remainder / n);
  };
  const auto i = static_cast<std::uint64_t>(index);
  return {edge(i), edge(i + 1)};
}

} // namespace brigade
