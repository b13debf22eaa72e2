#pragma once

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstddef>
#include <vector>

namespace brigade::bench {

/// Median of values that are not empty: of an even number the mean of the two in the middle.
inline double median(std::vector<double> values) {
  std::ranges::sort(values);
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

/// {"median": …, "min": …, "max": …} of values that are not empty.
inline nlohmann::json spread_of(const std::vector<double> &values) {
  return {{"median", median(values)},
          {"min", std::ranges::min(values)},
          {"max", std::ranges::max(values)}};
}

} // namespace brigade::bench
