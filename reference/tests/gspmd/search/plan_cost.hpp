#pragma once

#include "brigade/gspmd/machine_profile.hpp"
#include "brigade/ir/program.hpp"

#include <optional>

namespace brigade::testing {

/// Modelled seconds of a program in which every value has a sharding, partitioned and cleaned up;
/// none where it cannot be partitioned, since something whole would have to become partial.
std::optional<double> plan_cost(const Program &sharded,
                                const MachineProfile &profile = uniform_profile());

} // namespace brigade::testing
