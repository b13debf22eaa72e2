#pragma once

#include "brigade/ir/program.hpp"
#include "brigade/mesh/mesh.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace brigade {

/// A partitioned program as one device runs it: one block, whose values are the device's blocks of
/// the program's values. What changes nothing there (constraints, moves to where a value lies
/// already) is gone; collectives stand between the rest, with the attributes that they have in the
/// program.
struct DeviceProgram {
  Block block;
  /// Of each instruction: the one of the partitioned program that it comes from.
  std::vector<std::size_t> origin;
  /// Of each value: the value of the partitioned program that it is this device's block of; index
  /// -1 where it is only a step on the way to one.
  std::vector<ValueId> global;
  /// Of each instruction that is a permute: elements of the largest block in its group of devices.
  /// Blocks of a size that does not divide differ, and all travel as large as that. 0 of others.
  std::vector<std::int64_t> permuted;

  bool is_collective(std::size_t instruction) const;
};

/// Throws InputError where the program has no mesh, or a value no sharding; Error as local_program
/// does.
DeviceProgram device_program(const Program &partitioned, DeviceId device);

/// The device with the largest block of every value.
DeviceId device_with_largest_blocks(const Mesh &mesh);

} // namespace brigade
