#include "brigade/gspmd/plan_tables.hpp"

#include "brigade/gspmd/instruction_cost.hpp"
#include "brigade/gspmd/partitioned_block.hpp"
#include "brigade/gspmd/timeline.hpp"
#include "brigade/ir/inline_calls.hpp"

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace brigade {

std::vector<CollectiveUse> collectives_of(const Program &with_calls,
                                          const MachineProfile &profile) {
  std::vector<CollectiveUse> uses;
  const Program partitioned = inline_calls(with_calls);
  const Block &block = partitioned.main();
  for (const Instruction &instruction : block.instructions) {
    if (!moves_data(instruction))
      continue;
    const CollectiveCost cost = collective_cost(block, instruction, *partitioned.mesh, profile);
    const Cause cause = cause_of(block, instruction);
    uses.push_back({instruction.operation, axes_of(instruction), cost.bytes, cost.seconds,
                    cause.value, cause.operation, sources_of(instruction), cause.reason});
  }
  return uses;
}

PlanCost cost_of(const Program &partitioned, const MachineProfile &profile) {
  const std::vector<std::vector<TimedInstruction>> blocks = timed_blocks(partitioned, profile);
  std::map<std::string, PlanCost> costs;
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    PlanCost cost;
    for (const TimedInstruction &timed : blocks[b])
      if (timed.instruction().operation == Operation::call)
        cost += costs.at(callee_of(timed.instruction()));
      else
        (is_collective(timed.instruction()) ? cost.communication_seconds : cost.compute_seconds) +=
            timed.seconds;
    cost.overlapped_seconds = overlapped_seconds(blocks[b], partitioned.blocks[b].values.size());
    costs[partitioned.blocks[b].name] = cost;
  }
  return costs.at(partitioned.main().name);
}

} // namespace brigade
