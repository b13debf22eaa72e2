#pragma once

#include "brigade/gspmd/machine_profile.hpp"
#include "brigade/ir/program.hpp"

namespace brigade {

/// Clean-up: an all_reduce of whose result devices keep parts (shard_slice) becomes a
/// reduce_scatter for each way of cutting it. Where others need all of the result, one of the parts
/// is gathered for them. Only where that takes less modelled time.
Program scatter_reductions(Program partitioned, const MachineProfile &profile);

} // namespace brigade
