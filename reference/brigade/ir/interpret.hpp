#pragma once

#include "brigade/ir/literal.hpp"
#include "brigade/ir/program.hpp"

#include <span>
#include <vector>

namespace brigade {

/// Runs a one-device program: each instruction by its definition, one element after the other,
/// sums in double. Slow, and what everything faster is held against. Shardings, constraints and
/// barriers change nothing; collectives and grad are not for it. Throws InputError naming the
/// parameter where an argument has another type, or the number of arguments is wrong.
std::vector<Literal> interpret(const Program &program, std::span<const Literal> arguments);

/// The results of one instruction, for operands of the types that it takes. Not for block
/// operations.
std::vector<Literal> evaluate(const Instruction &instruction, std::span<const Literal> operands);

} // namespace brigade
