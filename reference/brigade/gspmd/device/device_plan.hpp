#pragma once

#include "brigade/gspmd/device/memory_plan.hpp"
#include "brigade/gspmd/machine_profile.hpp"

namespace brigade {

/// All that a device does to run a partitioned program, and in which memory.
struct DevicePlan {
  DeviceProgram program;
  Units units;
  MemoryPlan memory;
};

/// `donated` as in plan_memory; `profile` as in started_collectives. Throws as device_program does.
DevicePlan plan_device(const Program &partitioned, DeviceId device,
                       const std::vector<bool> &donated = {},
                       const MachineProfile *profile = nullptr);

} // namespace brigade
