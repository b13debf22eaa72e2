#pragma once

#include "brigade/core/interval.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace brigade {

/// The order in which an epoch visits the rows: a permutation that depends on (seed, epoch) and
/// nothing else, so every rank computes the same one without communication, whatever the mesh. 8
/// bytes a row.
class EpochOrder {
public:
  EpochOrder(std::int64_t rows, std::uint64_t seed, std::int64_t epoch);

  /// The row indices at these positions, for Dataset::fetch. Valid as long as this object is.
  std::span<const std::int64_t> at(Interval positions) const {
    return std::span(order_).subspan(static_cast<std::size_t>(positions.begin),
                                     static_cast<std::size_t>(positions.size()));
  }

private:
  std::vector<std::int64_t> order_;
};

} // namespace brigade
