#pragma once

#include "brigade/gspmd/machine_profile.hpp"
#include "brigade/ir/program.hpp"

namespace brigade {

/// A propagated program as one that every device runs on its blocks: between the operations stand
/// the collectives that bring each value to where it is used. Every value has a sharding without
/// open dimensions; results lie as they are annotated.
Program partition(const Program &program, const MachineProfile &profile);

} // namespace brigade
