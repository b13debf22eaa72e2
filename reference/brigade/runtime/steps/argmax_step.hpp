#pragma once

#include "brigade/runtime/steps/step_memory.hpp"

#include <memory>

namespace brigade {

/// The step of a unit that is an argmax.
std::unique_ptr<Step> argmax_step(const StepSource &source, std::size_t unit);

} // namespace brigade
