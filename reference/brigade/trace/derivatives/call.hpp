#pragma once

#include "brigade/trace/recording.hpp"

#include <cstddef>
#include <vector>

namespace brigade {

/// Goes back through a call that the current recording holds: the cotangents of its arguments
/// (empty for those that are not active) from those of its results (empty for none). The call
/// itself comes to return residuals too; one that is a checkpoint stays, and its values are
/// computed anew, behind a barrier that keeps this from being joined with the first time.
std::vector<Tensor> call_derivative(Recording &recording, std::size_t instruction,
                                    const std::vector<bool> &active,
                                    const std::vector<Tensor> &cotangents);

} // namespace brigade
