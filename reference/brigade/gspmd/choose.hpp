#pragma once

#include "brigade/gspmd/machine_profile.hpp"
#include "brigade/ir/program.hpp"

namespace brigade {

/// A propagated program in which values that nobody annotated have left their propagated shardings
/// where that makes the whole program cheaper in modelled time: reshards of operands and results,
/// reductions, and computing. `annotated` is the program before propagation. A descent from what was
/// propagated, value by value, over the layouts that a value's producer can make and its users can
/// take; the result never costs more than the propagated program.
Program choose(const Program &annotated, const Program &propagated, const MachineProfile &profile);

} // namespace brigade
