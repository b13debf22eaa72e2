#include "run_size.hpp"

#include "brigade/core/error.hpp"
#include "brigade/gspmd/rule.hpp"
#include "brigade/ir/inline_calls.hpp"

#include <fmt/format.h>

namespace brigade::plan {

namespace {

/// About two minutes.
constexpr double kMostSteps = 5e9;
constexpr double kStepsToStore = 10;

double steps_of(const Block &block, const Instruction &instruction) {
  double turns = 1, elements = 0;
  if (instruction.operation != Operation::barrier) // which has its results' elements, no loops
    for (const Factor &factor : rule_of(block, instruction).factors)
      turns *= static_cast<double>(factor.size);
  for (const ValueId result : instruction.results)
    elements += static_cast<double>(block.type(result).size());
  return turns + kStepsToStore * elements;
}

} // namespace

double interpreter_steps(const Program &one_device) {
  const Program program = inline_calls(one_device);
  const Block &block = program.main();
  double steps = 0;
  for (const ValueId parameter : block.parameters)
    steps += kStepsToStore * static_cast<double>(block.type(parameter).size());
  for (const Instruction &instruction : block.instructions)
    steps += steps_of(block, instruction);
  return steps;
}

void require_interpretable(const Program &one_device) {
  const double steps = interpreter_steps(one_device);
  if (steps <= kMostSteps)
    return;
  const Program program = inline_calls(one_device);
  const Block &block = program.main();
  std::string largest = "its parameters";
  double most = 0;
  for (const Instruction &instruction : block.instructions)
    if (const double own = steps_of(block, instruction); own > most) {
      const std::string source = to_string(instruction.source);
      most = own;
      largest =
          fmt::format("{}{}{}, {}", to_string(instruction.operation), source.empty() ? "" : " at ",
                      source, to_string(block.type(instruction.results.at(0))));
    }
  throw InputError(fmt::format("--run compares with the interpreter, which would have about {:.1e} "
                               "steps to do; {:.0e} is the "
                               "most. Make sizes smaller, first those of {}, or leave --run out",
                               steps, kMostSteps, largest));
}

} // namespace brigade::plan
