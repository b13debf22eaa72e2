#pragma once

#include <cstdint>

namespace brigade::training {

/// The most memory that this process ever had in RAM, in bytes: VmHWM of /proc/self/status, or what
/// getrusage says where there is no /proc.
std::int64_t peak_memory_bytes();

} // namespace brigade::training
