#pragma once

#include "brigade/gspmd/layout.hpp"
#include "brigade/gspmd/machine_profile.hpp"
#include "brigade/ir/program.hpp"

#include <vector>

namespace brigade {

/// One step of a reshard: a collective (or shard_slice) and how the value lies after it.
struct ReshardStep {
  Operation operation;
  Attributes attributes;
  Layout layout;
  double seconds = 0;
  double bytes = 0; ///< sent by one device
};

struct Reshard {
  std::vector<ReshardStep> steps;
  double seconds = 0;
  double bytes = 0;
};

/// The cheapest sequence of steps, in modelled time, that takes a value of `type` from one layout
/// to another; of equally cheap ones the shortest, then the first in a fixed order. Slices cost
/// nothing, so they come first. Axes of size 1 cut nothing: no step names them, and layouts that
/// differ in them alone need no step. Throws InputError where `to` is unreduced over an axis that
/// `from` is not, or by another reduction: partial results cannot be made from whole ones.
Reshard plan_reshard(const TensorType &type, const Layout &from, const Layout &to, const Mesh &mesh,
                     const MachineProfile &profile);

} // namespace brigade
