#pragma once

#include "brigade/trace/recording.hpp"

#include <vector>

namespace brigade {

/// Records the instructions of a finished block once more, in the current recording, for other
/// arguments; gives what it returns. Its grad instructions become what they stand for. Values keep
/// names that no other one has.
std::vector<Tensor> replay(Recording &recording, const Block &block,
                           const std::vector<Tensor> &arguments);

} // namespace brigade
