#include "brigade/runtime/executor/step_record.hpp"

#include <string>

namespace brigade {

CommRecord step_record(const DevicePlan &plan, std::size_t unit, StepPart part) {
  const Block &block = plan.program.block;
  const Unit &done = plan.units.units[unit];
  std::string operations = part == StepPart::start   ? "start"
                           : part == StepPart::await ? "await"
                                                     : "";
  for (const std::size_t instruction : done.instructions) {
    operations += operations.empty() ? "" : " ";
    operations += to_string(block.instructions[instruction].operation);
  }
  const Instruction &last = block.instructions[done.instructions.back()];
  Ledger &ledger = Ledger::instance();
  CommRecord record;
  record.kind = ledger.intern(operations);
  record.type = to_string(block.type(last.results[0]).dtype);
  record.count = done.kind == UnitKind::loop ? element_count(loop_shape(block, last))
                                             : block.type(last.results[0]).size();
  record.is_computation = true;
  record.source = ledger.intern(to_string(last.source));
  return record;
}

} // namespace brigade
