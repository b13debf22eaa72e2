#pragma once

#include "brigade/runtime/steps/step_memory.hpp"

#include <memory>

namespace brigade {

/// The step of a unit that draws random numbers: each by its place in the whole array.
std::unique_ptr<Step> random_step(const StepSource &source, std::size_t unit);

} // namespace brigade
