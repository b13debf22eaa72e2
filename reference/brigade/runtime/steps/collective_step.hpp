#pragma once

#include "brigade/comm/runtime.hpp"
#include "brigade/runtime/steps/step_memory.hpp"

#include <memory>

namespace brigade {

/// The step of a unit that is a collective of the partitioned program that `source` comes from.
std::unique_ptr<Step> collective_step(const Runtime &runtime, const Program &partitioned,
                                      const StepSource &source, std::size_t unit);

} // namespace brigade
