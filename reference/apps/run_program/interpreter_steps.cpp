#include "interpreter_steps.hpp"

#include "brigade/gspmd/rule.hpp"
#include "brigade/ir/inline_calls.hpp"

#include <algorithm>

namespace brigade {

namespace {

constexpr double kStepsToStore = 10;

double steps_to_store(const TensorType &type) {
  return kStepsToStore * static_cast<double>(type.size());
}

/// The loops of a dot run one within the other; anything else looks at each element of its operands
/// once, but of a gather's table.
double steps_to_compute(const Block &block, const Instruction &instruction) {
  double steps = 1;
  if (instruction.operation == Operation::dot)
    for (const Factor &factor : rule_of(block, instruction).factors)
      steps *= static_cast<double>(factor.size);
  else
    for (std::size_t i = instruction.operation == Operation::gather ? 1 : 0;
         i < instruction.operands.size(); ++i)
      steps = std::max(steps, static_cast<double>(block.type(instruction.operands[i]).size()));
  return steps;
}

} // namespace

double interpreter_steps(const Block &block, const Instruction &instruction) {
  if (instruction.operation == Operation::call)
    return 0;
  double steps = steps_to_compute(block, instruction);
  for (const ValueId result : instruction.results)
    steps += steps_to_store(block.type(result));
  return steps;
}

double interpreter_steps(const Program &one_device) {
  const Program program = inline_calls(one_device);
  const Block &block = program.main();
  double steps = 0;
  for (const ValueId parameter : block.parameters)
    steps += steps_to_store(block.type(parameter));
  for (const Instruction &instruction : block.instructions)
    steps += interpreter_steps(block, instruction);
  return steps;
}

} // namespace brigade
