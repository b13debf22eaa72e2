#pragma once

#include "brigade/gspmd/reshard_search.hpp"

#include <cstddef>
#include <functional>
#include <span>

namespace brigade {

/// What one all_to_all that cuts blocks anew can lead to: layouts cut by the axes that cut it now.
struct CutChoices {
  const ReshardState &here, &end;
  std::span<const std::size_t> arrived; ///< of each dimension, axes that stay
  AxisSet wanted;                       ///< somewhere at the end
};

/// Calls found(state) for those in which all axes are where they will stay, and for those in which
/// all are but some of one dimension, which stay there and can follow. Axes that nobody wants
/// become minor in one dimension, from where they can be gathered. None where a wanted axis cuts
/// nothing.
void for_each_new_cut(const CutChoices &choices,
                      const std::function<void(const ReshardState &)> &found);

} // namespace brigade
