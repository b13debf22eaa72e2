#pragma once

#include "brigade/gspmd/machine_profile.hpp"
#include "brigade/ir/program.hpp"

#include <cstddef>

namespace brigade {

/// What a device takes to run a partitioned program, in bytes, as gspmd/device plans it and the
/// executor allocates it: of the device that takes most, where no argument is donated. What
/// crosses between the nodes of the machine's profile while the device computes keeps all that it
/// reads and writes until it is awaited, as where jit runs the program on such nodes.
struct PlanMemory {
  std::size_t argument_bytes = 0;
  std::size_t result_bytes = 0;
  /// What it works in: values that are alive at different times share it, those that are computed
  /// tile by tile need none of it but one small place, and it holds messages on their way and
  /// constants. What devices of a node share of it is as much on each.
  std::size_t arena_bytes = 0;

  double total_bytes() const {
    return static_cast<double>(argument_bytes + result_bytes + arena_bytes);
  }
};

/// Throws as device_program does.
PlanMemory memory_of(const Program &partitioned, const MachineProfile &profile);

} // namespace brigade
