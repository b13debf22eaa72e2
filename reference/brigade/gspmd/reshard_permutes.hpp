#pragma once

#include "brigade/gspmd/reshard_search.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

namespace brigade {

/// What one permute can lead to: layouts with as many blocks in every dimension as now.
struct PermuteChoices {
  const ReshardState &here, &end;
  std::span<const std::size_t> arrived; ///< of each dimension, axes that stay
  std::span<const std::int64_t> sizes;  ///< of the mesh's axes
  std::span<const Axis> order;          ///< in which axes are tried where none is wanted
  bool in_any_order;                    ///< whether those may also follow each other otherwise
  AxisSet usable;                       ///< those that may be moved to
};

/// Calls found(state) for each of them, `most` at most, that where everything stays included:
/// dimension by dimension with ever more of the wanted axes first (or ever fewer, where
/// `most_in_place_first`), and then others in their order, or in any. @return how many there were.
int for_each_permute(const PermuteChoices &choices, int most, bool most_in_place_first,
                     const std::function<void(const ReshardState &)> &found);

} // namespace brigade
