#pragma once

#include "brigade/gspmd/machine_profile.hpp"
#include "brigade/ir/program.hpp"

namespace brigade {

/// A partitioned program after all clean-up passes, in their order. Plans are compared by what they
/// cost after it, so a pass that is added here counts wherever shardings are chosen.
Program clean_up(const Program &partitioned, const MachineProfile &profile);

} // namespace brigade
