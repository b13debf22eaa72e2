#pragma once

#include "brigade/runtime/steps/step_memory.hpp"

#include <memory>

namespace brigade {

/// The step of one instruction that has no faster one: the interpreter's, on copies of its
/// operands. It allocates at each run.
std::unique_ptr<Step> interpreter_step(const StepSource &source, std::size_t unit);

} // namespace brigade
