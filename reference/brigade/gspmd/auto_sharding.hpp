#pragma once

#include "brigade/gspmd/choose.hpp"

namespace brigade {

/// A program with a mesh as one in which everything is sharded, parameters and results too, where
/// modelled time is least: for a user who annotates nothing. What is annotated stays. Of plans that
/// take the same time, the one in which a device holds least of the parameters. Where a device has
/// `memory_bytes` (plan_memory.hpp; 0: as much as it likes), parameters are cut until the program
/// fits, if it can be made to. A block lies the same in all of its calls, and
/// derivatives are instructions. Throws InputError if the program has no mesh.
Choice auto_sharding(const Program &program, const MachineProfile &profile,
                     double memory_bytes = 0);

} // namespace brigade
