#pragma once

#include "brigade/ir/literal.hpp"
#include "brigade/ir/program.hpp"

#include <span>

namespace brigade {

/// The result of one instruction of the kind that the name says, of the type that infer_types gave.
/// What an operand's type allows needs no check here; what depends on numbers (a division of
/// integers by zero) throws InputError.
Literal evaluate_source(const Instruction &instruction, std::span<const Literal> operands,
                        const TensorType &type);
Literal evaluate_elementwise(const Instruction &instruction, std::span<const Literal> operands,
                             const TensorType &type);
Literal evaluate_shape(const Instruction &instruction, std::span<const Literal> operands,
                       const TensorType &type);
Literal evaluate_contraction(const Instruction &instruction, std::span<const Literal> operands,
                             const TensorType &type);
Literal evaluate_reduction(const Instruction &instruction, std::span<const Literal> operands,
                           const TensorType &type);
Literal evaluate_rows(const Instruction &instruction, std::span<const Literal> operands,
                      const TensorType &type);

} // namespace brigade
