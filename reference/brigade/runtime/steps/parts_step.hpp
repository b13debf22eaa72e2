#pragma once

#include "brigade/runtime/steps/step_memory.hpp"

#include <memory>

namespace brigade {

/// The step of a unit whose operands are parts of its result: pad, concat.
std::unique_ptr<Step> parts_step(const StepSource &source, std::size_t unit);

} // namespace brigade
