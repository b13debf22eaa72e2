#include "brigade/gspmd/device/device_plan.hpp"

#include "brigade/gspmd/device/started_collectives.hpp"

#include <utility>

namespace brigade {

DevicePlan plan_device(const Program &partitioned, DeviceId device,
                       const std::vector<bool> &donated, const MachineProfile *profile) {
  DeviceProgram program = device_program(partitioned, device);
  Units units = join_into_units(program);
  MemoryPlan memory =
      plan_memory(program, units, started_collectives(partitioned, program, profile), donated);
  return {std::move(program), std::move(units), std::move(memory)};
}

} // namespace brigade
