#pragma once

#include "trial/not_implemented.hpp"

#include <cstdint>

namespace kitchen {

/// Rows begin, begin + 1, … end - 1; none where begin == end.
struct Interval {
  std::int64_t begin = 0;
  std::int64_t end = 0;
};

/// The rows that one device holds when `rows` rows are cut into `devices` blocks:
/// from floor(device · rows / devices) up to, not including, floor((device + 1) · rows / devices).
///
/// @param rows    D, 0 ≤ D < 2^63: so large that device · rows need not fit into 64 bits
/// @param devices N, 1 ≤ N < 2^31
/// @param device  d, 0 ≤ d < N
/// @return the interval; its length is floor(D/N) or one more, and 0 for some devices where D < N
/// @throws std::invalid_argument where rows, devices or device lies outside these bounds
///
/// Example: 10 rows on 3 devices are cut into [0, 3), [3, 6) and [6, 10).
Interval shard_interval(std::int64_t rows, std::int64_t devices, std::int64_t device);

} // namespace kitchen
