#pragma once

#include "brigade/gspmd/machine_profile.hpp"

#include <string>

namespace brigade {

/// The file of a machine profile, in JSON. Units stand in the names:
///   {"name": "my machine", "flops_per_second": 1e11, "memory_bytes_per_second": 1e10,
///    "devices_per_node": 8,
///    "inside": {"latency_seconds": 1e-6, "seconds_per_byte": 1e-10, "steps": "ring"},
///    "between": {"latency_seconds": 2e-5, "seconds_per_byte": 8e-10}}
/// `steps` is ring (where it is left out), recursive_doubling or one. `between` may be left out
/// where devices_per_node is 0, so that all devices share a node.

/// Throws InputError naming the file and what is wrong there: what is no JSON, a name that means
/// nothing, one that is missing, a number that is none or that is not positive.
MachineProfile read_profile(const std::string &file);
/// The same of a text that was read from `file`.
MachineProfile parse_profile(const std::string &text, const std::string &file);

/// Reads back to the same profile.
std::string profile_text(const MachineProfile &profile);

std::string_view to_string(CollectiveSteps steps);

} // namespace brigade
