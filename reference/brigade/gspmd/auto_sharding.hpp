#pragma once

#include "brigade/gspmd/choose.hpp"

namespace brigade {

/// A program with a mesh as one in which everything is sharded, parameters and results too, where
/// modelled time is least: for a user who annotates nothing. What is annotated stays. Where memory
/// is limited, parameters are cut until the program fits, if it can be made to. Calls are inlined
/// and derivatives are instructions. Throws InputError if the program has no mesh.
Choice auto_sharding(const Program &program, const MachineProfile &profile,
                     const ChoiceLimits &limits = {});

} // namespace brigade
