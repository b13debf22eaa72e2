#pragma once

#include "brigade/runtime/steps/step_memory.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

namespace brigade {

/// An instruction of a chain. Instructions are numbered by their places in the loop.
struct LinkedPlace {
  std::size_t place;
  std::optional<std::size_t> inner; ///< what is done together with it
};
/// Instructions of a loop that are done in one pass over a tile, in this order.
using LoopChain = std::vector<LinkedPlace>;

/// What is read as a number of its own in a loop, for all elements; a view has to be one.
struct LoopReading {
  std::function<bool(std::size_t place)> is_computed; ///< by a tile function
  std::function<bool(ValueId id)> is_number;          ///< one element, for the whole loop
};

/// The chains of a loop: two or more operations of one type after each other that can be linked
/// (tiles/chain.hpp), and only reductions in between, which come at the end of a tile anyway.
std::vector<LoopChain> find_loop_chains(const StepSource &source, const Unit &unit,
                                        const LoopReading &reading);

} // namespace brigade
