#pragma once

#include "brigade/ir/program.hpp"

namespace brigade::plan {

/// Throws InputError naming the largest operation, its line and its size where the interpreter
/// would be busy with the program for long (kInterpreterStepsPerSecond).
void require_interpretable(const Program &one_device);

} // namespace brigade::plan
