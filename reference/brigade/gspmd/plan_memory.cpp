#include "brigade/gspmd/plan_memory.hpp"

#include "brigade/gspmd/device/device_plan.hpp"
#include "brigade/gspmd/device/started_collectives.hpp"
#include "brigade/ir/inline_calls.hpp"

namespace brigade {

PlanMemory memory_of(const Program &partitioned, const MachineProfile &profile) {
  const MachineProfile overlaps = overlapping_between_nodes(profile, profile.devices_per_node);
  const MemoryPlan plan = plan_device(inline_calls(partitioned),
                                      device_with_largest_blocks(*partitioned.mesh), {}, &overlaps)
                              .memory;
  return {plan.argument_bytes, plan.result_bytes,
          plan.arena_bytes + plan.shared_bytes + plan.constant_bytes};
}

} // namespace brigade
