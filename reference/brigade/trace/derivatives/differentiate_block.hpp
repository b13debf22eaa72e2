#pragma once

#include "brigade/trace/recorded_blocks.hpp"

namespace brigade {

/// The two blocks that differentiate calls of a block by its active arguments. Made at the first
/// call for a key, and kept.
const BlockDerivative &differentiate_block(RecordedBlocks &blocks, const BlockDerivativeKey &key);

} // namespace brigade
