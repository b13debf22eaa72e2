#include "brigade/gspmd/plan_tables.hpp"

#include "brigade/gspmd/instruction_cost.hpp"
#include "brigade/gspmd/partitioned_block.hpp"
#include "brigade/gspmd/timeline.hpp"

#include <algorithm>
#include <cstddef>

namespace brigade {

std::vector<CollectiveUse> collectives_of(const Program &partitioned,
                                          const MachineProfile &profile) {
  std::vector<CollectiveUse> uses;
  const Block &block = partitioned.main();
  for (const Instruction &instruction : block.instructions) {
    if (!moves_data(instruction))
      continue;
    const CollectiveCost cost = collective_cost(block, instruction, *partitioned.mesh, profile);
    const Cause cause = cause_of(block, instruction);
    uses.push_back({instruction.operation, axes_of(instruction), cost.bytes, cost.seconds,
                    cause.value, cause.operation, to_string(instruction.source), cause.reason});
  }
  return uses;
}

PlanCost cost_of(const Program &partitioned, const MachineProfile &profile) {
  PlanCost cost;
  const std::vector<TimedInstruction> program = timed_instructions(partitioned, profile);
  for (const TimedInstruction &timed : program)
    (is_collective(timed.instruction()) ? cost.communication_seconds : cost.compute_seconds) +=
        timed.seconds;
  cost.overlapped_seconds = overlapped_seconds(program, partitioned.main().values.size());
  return cost;
}

double live_bytes(const Program &partitioned) {
  const Block &block = partitioned.main();
  const std::vector<Instruction> &instructions = block.instructions;
  const auto index = [](ValueId id) { return static_cast<std::size_t>(id.index); };
  std::vector<double> bytes;
  for (const Value &value : block.values)
    bytes.push_back(largest_block_bytes(
        value.type, value.sharding.value_or(replicated_sharding(value.type.rank())),
        *partitioned.mesh));
  // What nobody uses is held by the instruction that makes it.
  std::vector<std::size_t> first_use(block.values.size(), instructions.size()),
      last_use(block.values.size(), 0);
  for (std::size_t i = 0; i < instructions.size(); ++i) {
    for (const ValueId result : instructions[i].results)
      last_use[index(result)] = i;
    for (const ValueId operand : instructions[i].operands) {
      first_use[index(operand)] = std::min(first_use[index(operand)], i);
      last_use[index(operand)] = i;
    }
  }
  for (const Result &result : block.results)
    last_use[index(result.value)] = instructions.size();
  double held = 0;
  for (const ValueId parameter : block.parameters) {
    held += bytes[index(parameter)];
    last_use[index(parameter)] = instructions.size();
  }
  for (const Instruction &instruction : instructions)
    if (moves_data(instruction)) {
      std::size_t awaited = instructions.size();
      for (const ValueId result : instruction.results)
        awaited = std::min(awaited, first_use[index(result)]);
      for (const ValueId operand : instruction.operands)
        last_use[index(operand)] = std::max(last_use[index(operand)], awaited);
    }
  std::vector<double> freed(instructions.size() + 1, 0);
  for (std::size_t i = 0; i < block.values.size(); ++i)
    freed[last_use[i]] += bytes[i];
  double most = held;
  for (std::size_t i = 0; i < instructions.size(); ++i) {
    for (const ValueId result : instructions[i].results)
      held += bytes[index(result)];
    most = std::max(most, held);
    held -= freed[i];
  }
  return most;
}

} // namespace brigade
