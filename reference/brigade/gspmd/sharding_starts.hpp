#pragma once

#include "brigade/gspmd/dimension_groups.hpp"
#include "brigade/gspmd/sharded_program.hpp"

#include <vector>

namespace brigade {

/// Where all values of a program lie; fixed ones as they are.
using Homes = std::vector<LayoutId>;

/// The results of each instruction as its cheapest strategy leaves them, one after the other, with
/// no thought of what follows. Parameters lie as they were propagated.
Homes greedy_homes(ShardedProgram &sharded);

/// As it is, but free values without axes of size 1: these cut nothing, and only keep an operation
/// from using them elsewhere.
Homes homes_without_size_1(const ShardedProgram &sharded);

/// With what a call returns left partial where it comes so: the callers reduce it, together with
/// what other calls return. What that saves, no price of one value says.
Homes homes_reduced_by_callers(ShardedProgram &sharded);

/// One idea for the whole program: nothing is cut; or one group of dimensions (the batch, the
/// hidden units of all layers) is cut over one axis, or over all axes, wherever a value has such a
/// dimension. For the groups of most elements.
std::vector<Homes> single_strategies(const ShardedProgram &sharded, const Block &values);

/// One group over one axis, and another over the rest of the axes: data and model parallel, for
/// example. For the groups of most elements.
std::vector<Homes> paired_strategies(const ShardedProgram &sharded, const Block &values);

} // namespace brigade
