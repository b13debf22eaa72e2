#pragma once

#include "brigade/gspmd/device/device_program.hpp"
#include "brigade/gspmd/machine_profile.hpp"

#include <vector>

namespace brigade {

/// Which instructions of a device's program are collectives that are started where they stand and
/// awaited later: those that move data over a link on which a device computes meanwhile. The same
/// ones on all devices. Where there is no profile: none.
std::vector<bool> started_collectives(const Program &partitioned, const DeviceProgram &program,
                                      const MachineProfile *profile);

} // namespace brigade
