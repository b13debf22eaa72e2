#pragma once

#include "brigade/gspmd/device/device_program.hpp"
#include "brigade/gspmd/machine_profile.hpp"

#include <cstdint>
#include <vector>

namespace brigade {

/// By which profile ranks start collectives on nodes of so many devices (0: on one node): the links
/// between nodes are the profile's, those inside of a node never overlap. Messages are copies there
/// that the ranks make themselves, and what is not started goes through shared memory.
MachineProfile overlapping_between_nodes(MachineProfile profile, std::int64_t devices_per_node);

/// Which instructions of a device's program are collectives that are started where they stand and
/// awaited later: those that move data over a link on which a device computes meanwhile. The same
/// ones on all devices. Where there is no profile: none.
std::vector<bool> started_collectives(const Program &partitioned, const DeviceProgram &program,
                                      const MachineProfile *profile);

} // namespace brigade
