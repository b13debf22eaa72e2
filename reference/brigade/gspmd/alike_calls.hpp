#pragma once

#include "brigade/gspmd/joined_blocks.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace brigade {

/// Of each value of the joined blocks the first that is like it, mostly itself. Values are alike
/// that only calls make or are given, at the same places of the same blocks, and about which the
/// same is said: the weights of layers that are calls, and what goes from one to the next. So what
/// is decided for all of them does not grow with the number of calls.
/// @param said what a value has to have in common with those like it, as numbers
std::vector<std::size_t> alike_values(const JoinedBlocks &joined,
                                      const std::vector<std::vector<std::int64_t>> &said);

} // namespace brigade
