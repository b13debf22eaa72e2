#pragma once

#include "brigade/gspmd/machine_profile.hpp"
#include "brigade/ir/program.hpp"

namespace brigade {

/// Clean-up: all_reduce(a) + all_reduce(b) becomes all_reduce(a + b), and so does reduce_scatter,
/// where nothing else uses what is reduced and the modelled time does not rise; differences, and
/// maxima and minima of such, too. Of a longer sum, w + all_reduce(a) + all_reduce(b), the partial
/// results are added first. The gradient of a value that several products use is such a sum: that
/// of the input of query, key and value of an attention is reduced once (Shoeybi et al. 2019).
Program reduce_once(Program partitioned, const MachineProfile &profile);

} // namespace brigade
