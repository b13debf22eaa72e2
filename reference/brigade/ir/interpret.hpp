#pragma once

#include "brigade/ir/literal.hpp"
#include "brigade/ir/program.hpp"

#include <functional>
#include <span>
#include <vector>

namespace brigade {

/// Called with each instruction that has been run, and the block that it stands in.
using AfterInstruction = std::function<void(const Block &, const Instruction &)>;

/// Runs a one-device program: each instruction by its definition, one element after the other,
/// sums in double. Slow, and what everything faster is held against. Shardings, constraints and
/// barriers change nothing; collectives and grad are not for it. Throws InputError naming the
/// parameter where an argument has another type, or the number of arguments is wrong.
/// `after`: to show how far it is; a call comes after all that its callee does.
std::vector<Literal> interpret(const Program &program, std::span<const Literal> arguments,
                               const AfterInstruction &after = {});

/// The results of one instruction, for operands of the types that it takes. Not for block
/// operations.
std::vector<Literal> evaluate(const Instruction &instruction, std::span<const Literal> operands);

} // namespace brigade
