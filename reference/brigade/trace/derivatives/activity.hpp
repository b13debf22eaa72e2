#pragma once

#include "brigade/ir/block_builder.hpp"
#include "brigade/trace/recorded_blocks.hpp"

#include <cstddef>
#include <limits>
#include <vector>

namespace brigade {

/// Of each value of a block: does it depend on some of the inputs in a way that a derivative sees?
/// It does so only if it is f32 or f64.
std::vector<bool> active_values(const BlockBuilder &builder, const std::vector<ValueId> &inputs,
                                const RecordedBlocks &blocks);

/// The same of each result of a block, for its active arguments.
std::vector<bool> active_results_of(const Block &block, const std::vector<bool> &active_arguments,
                                    const RecordedBlocks &blocks);

inline constexpr std::size_t kNoInstruction = std::numeric_limits<std::size_t>::max();

/// The instruction that defines each value, by index; kNoInstruction for parameters and aliases.
std::vector<std::size_t> definitions(const Block &block);

} // namespace brigade
