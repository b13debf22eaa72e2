#include "brigade/gspmd/plan_memory.hpp"

#include "brigade/gspmd/device/device_plan.hpp"

namespace brigade {

PlanMemory memory_of(const Program &partitioned) {
  const MemoryPlan plan =
      plan_device(partitioned, device_with_largest_blocks(*partitioned.mesh)).memory;
  return {plan.argument_bytes, plan.result_bytes,
          plan.arena_bytes + plan.shared_bytes + plan.constant_bytes};
}

} // namespace brigade
