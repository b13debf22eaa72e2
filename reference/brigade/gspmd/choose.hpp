#pragma once

#include "brigade/gspmd/machine_profile.hpp"
#include "brigade/ir/program.hpp"

#include <vector>

namespace brigade {

/// A value that does not lie as it was propagated.
struct Departure {
  ValueId value; ///< of the main block
  TensorSharding propagated;
  double seconds_saved = 0; ///< modelled, against the same program with this value alone put back;
                            ///< 0 where it gains only together with others
};

/// What choose found, and why.
struct Choice {
  Program program;                   ///< every value has a sharding
  std::vector<Departure> departures; ///< in the order of the values
  double propagated_seconds = 0;     ///< modelled time of the program as it was propagated
  double seconds = 0;                ///< and of this one
};

/// A propagated program in which values that nobody annotated have left their propagated shardings
/// where that makes the whole program cheaper in modelled time: reshards of operands and results,
/// reductions, and computing. `annotated` is the program before propagation. A descent from what
/// was propagated, value by value, over the layouts that a value's producer can make and its users
/// can take; the result never costs more than the propagated program.
Choice choose_with_reasons(const Program &annotated, const Program &propagated,
                           const MachineProfile &profile);

/// The same without the reasons.
Program choose(const Program &annotated, const Program &propagated, const MachineProfile &profile);

} // namespace brigade
