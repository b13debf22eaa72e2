#pragma once

#include "brigade/ir/program.hpp"
#include "brigade/sharding/named_sharding.hpp"

namespace brigade {

/// The part of a value that a device holds. Partial results of an unreduced value have the place of
/// the whole ones.
Slices local_slices(const TensorType &type, const TensorSharding &sharding, const Mesh &mesh,
                    DeviceId device);
TensorType local_type(const TensorType &type, const TensorSharding &sharding, const Mesh &mesh,
                      DeviceId device);

/// An instruction of a partitioned program, which is no collective, as one device runs it: a block
/// whose parameters are the blocks of the operands that the device holds, and whose results are its
/// blocks of the results. An iota counts from the device's first index, rows are looked for where
/// the device's part of the table begins, random numbers are those of the whole array's elements.
/// Only the devices at the front of the axes of a replicated operand's unreduced result add it, so
/// that a sum counts it once.
Block local_program(const Program &partitioned, const Block &block, const Instruction &instruction,
                    DeviceId device);

} // namespace brigade
