#pragma once

#include "brigade/gspmd/machine_profile.hpp"

#include <string>
#include <vector>

namespace brigade {

// Where the numbers come from stands in docs/machine-profiles.md.

/// A few cores of one machine: each rank has one, and they share its memory.
MachineProfile shared_memory_profile();
/// Servers with one processor and a network of 10 Gb/s Ethernet; a rank has a server.
MachineProfile ethernet_profile();
/// Nodes of 8 accelerators, which NVLink joins inside a node and InfiniBand between nodes.
MachineProfile nvlink_infiniband_profile();
/// Pods of 4,096 TPU v4, a torus inside a pod, and the data centre's network between pods.
MachineProfile tpu_v4_profile();

/// uniform, and those above.
const std::vector<MachineProfile> &profile_presets();

/// The preset of that name, else what stands in the file of that name (profile_file.hpp). Throws
/// InputError where there is neither, naming the presets.
MachineProfile profile_named(const std::string &name_or_file);

} // namespace brigade
