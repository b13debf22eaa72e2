#pragma once

#include "brigade/ir/program.hpp"

namespace brigade {

/// Roughly the steps that the interpreter has to do, which is slow: turns of the innermost loops,
/// and ten for each element that is stored.
double interpreter_steps(const Program &one_device);

/// Those of one instruction of the block; of a call none, since its callee's are counted.
double interpreter_steps(const Block &block, const Instruction &instruction);

/// How many of these a core does in a second, about.
constexpr double kInterpreterStepsPerSecond = 2e8;

} // namespace brigade
