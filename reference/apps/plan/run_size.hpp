#pragma once

#include "brigade/ir/program.hpp"

namespace brigade::plan {

/// Roughly the steps that the interpreter has to do, which is slow: turns of the innermost loops,
/// and ten for each element that is stored.
double interpreter_steps(const Program &one_device);

/// Throws InputError naming the largest operation, its line and its size where the interpreter
/// would be busy with the program for more than some minutes.
void require_interpretable(const Program &one_device);

} // namespace brigade::plan
