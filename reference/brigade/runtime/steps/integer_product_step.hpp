#pragma once

#include "brigade/runtime/steps/step_memory.hpp"

#include <memory>

namespace brigade {

/// The step of a unit that is a dot of integers, which wrap: BLAS has none. A plain loop.
std::unique_ptr<Step> integer_product_step(const StepSource &source, std::size_t unit);

} // namespace brigade
