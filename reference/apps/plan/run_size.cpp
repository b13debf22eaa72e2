#include "run_size.hpp"

#include "brigade/core/error.hpp"
#include "brigade/ir/inline_calls.hpp"
#include "run_program/interpreter_steps.hpp"

#include <fmt/format.h>

namespace brigade::plan {

namespace {

/// About half a minute.
constexpr double kMostSteps = 5e9;

} // namespace

void require_interpretable(const Program &one_device) {
  const double steps = interpreter_steps(one_device);
  if (steps <= kMostSteps)
    return;
  const Program program = inline_calls(one_device);
  const Block &block = program.main();
  std::string largest = "its parameters";
  double most = 0;
  for (const Instruction &instruction : block.instructions)
    if (const double own = interpreter_steps(block, instruction); own > most) {
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
