#pragma once

#include "brigade/gspmd/collective_cost.hpp"
#include "brigade/gspmd/machine_profile.hpp"
#include "brigade/ir/program.hpp"

namespace brigade {

/// Bytes of the largest block of a value.
double largest_block_bytes(const TensorType &type, const TensorSharding &sharding,
                           const Mesh &mesh);

/// Of a collective of a partitioned block; a bucket costs what one value of its size does.
CollectiveCost collective_cost(const Block &block, const Instruction &instruction, const Mesh &mesh,
                               const MachineProfile &profile);

/// Modelled seconds of one device for an instruction of a partitioned block, as its values lie:
/// computing (operation_cost.hpp), or moving (collective_cost.hpp).
double instruction_seconds(const Block &block, const Instruction &instruction, const Mesh &mesh,
                           const MachineProfile &profile);

} // namespace brigade
