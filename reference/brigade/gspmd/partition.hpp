#pragma once

#include "brigade/gspmd/machine_profile.hpp"
#include "brigade/gspmd/strategy_prices.hpp"
#include "brigade/ir/program.hpp"

namespace brigade {

/// A propagated program as one that every device runs on its parts: between the operations stand
/// the collectives that bring each value to where it is used, and before a call those that bring
/// the operands to where the callee has its parameters. Every value has a sharding without open
/// dimensions; results lie as they are annotated. Of strategies that need an operand in a form to
/// which an earlier instruction has brought it, that is free: the clean-up leaves one move.
Program partition(const Program &program, const MachineProfile &profile);

/// The same with what strategies cost, worked out before for the mesh and the profile.
Program partition(const Program &program, StrategyPrices &prices, const OperationClasses &classes);

} // namespace brigade
