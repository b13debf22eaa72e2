#pragma once

#include "brigade/runtime/steps/step_memory.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

namespace brigade {

/// Which instructions of a loop are done in one pass over a tile, two at a time. Instructions are
/// numbered by their places in the loop.
struct LoopPairs {
  std::vector<std::optional<std::size_t>> inner; ///< what is done with each, if anything
  std::vector<bool> is_inner; ///< done with a later one, which alone takes its result
};

/// Pairs an instruction with the last of those whose results it takes that can be done with it:
/// nobody else takes that result, it is not stored, and nothing is stored between the two, so that
/// what the first reads is still there. None is in two pairs.
/// @param has_function whether there is a tile function for an inner and an outer instruction
LoopPairs
find_loop_pairs(const StepSource &source, const Unit &unit,
                const std::function<bool(std::size_t inner, std::size_t outer)> &has_function);

} // namespace brigade
