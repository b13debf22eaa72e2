#pragma once

#include "brigade/gspmd/device/device_plan.hpp"

#include <optional>
#include <string>

namespace brigade {

/// What to say where `available` bytes are less than a run of a device's plan needs beside its
/// arguments: the largest values, with shapes, shardings and source lines. None where they suffice.
std::optional<std::string> memory_shortage(const Program &partitioned, const DevicePlan &plan,
                                           DeviceId device, double available);

} // namespace brigade
