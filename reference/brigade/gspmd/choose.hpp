#pragma once

#include "brigade/gspmd/clean_up.hpp"
#include "brigade/gspmd/machine_profile.hpp"
#include "brigade/ir/program.hpp"

#include <cstddef>
#include <vector>

namespace brigade {

/// A value that does not lie as it was propagated.
struct Departure {
  ValueId value;
  TensorSharding propagated;
  double seconds_saved = 0; ///< modelled, against the same program with this value alone put back;
                            ///< 0 where it gains only together with others
  std::size_t block = 0;    ///< which has the value, as an index of Program::blocks
};

/// What choose found, and why.
struct Choice {
  Program program;                        ///< every value has a sharding
  std::vector<Departure> departures = {}; ///< in the order of the values
  double propagated_seconds = 0; ///< modelled time of the program as it was propagated, cleaned up
  double seconds = 0;            ///< and of this one
};

/// What a choice may use, and what will be done with it.
struct ChoiceLimits {
  double memory_bytes = 0;    ///< of a device (plan_memory.hpp); 0: as much as it likes
  CleanUpPasses cleanup = {}; ///< that will run on the partitioned program
  /// Of plans that take the same time the one in which devices hold least of the parameters: one
  /// that is only used in parts, which cost nothing to cut out, then comes in parts. A small
  /// program is searched as without this first, and so gets no dearer.
  bool cut_parameters = false;
};

/// A propagated program in which values that nobody annotated have left their propagated shardings
/// where that makes the whole program cheaper in modelled time: reshards of operands and results,
/// reductions, and computing, counted on the partitioned program after the clean-up. `annotated` is
/// the program before propagation. The cheapest of what was propagated, of the greedy one, of each
/// single strategy (sharding_starts.hpp), and of descents from several of these
/// (sharding_descent.hpp): so never dearer than any. Each (of over a thousand instructions only the
/// best) may gather operands of its sums in place of reducing their results; up to a thousand,
/// annotated values that several operations use may be gathered once for all of them. Constraints
/// in the program say both. What gains less than half a hundredth stays as it was propagated,
/// unless the greedy one, a single strategy or gathering once gains it. Of those that fit into the
/// memory, if one does; else the smallest.
Choice choose_with_reasons(const Program &annotated, const Program &propagated,
                           const MachineProfile &profile, const ChoiceLimits &limits = {});

/// Whether choose put the instruction in: a constraint with a cause, before what takes less time
/// with a whole value than with its parts.
bool is_chosen_gather(const Instruction &instruction);

/// The values of a chosen block that the propagated one has too, in the order of that one.
std::vector<ValueId> propagated_values(const Block &chosen);

/// The same without the reasons.
Program choose(const Program &annotated, const Program &propagated, const MachineProfile &profile);

} // namespace brigade
