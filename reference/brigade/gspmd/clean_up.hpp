#pragma once

#include "brigade/gspmd/machine_profile.hpp"
#include "brigade/ir/program.hpp"

#include <span>
#include <string>
#include <string_view>

namespace brigade {

/// Which passes of the clean-up run. Each can be left out, to see what it does.
struct CleanUpPasses {
  bool reuse = true; ///< reuse_moves.hpp
  static CleanUpPasses none() { return {false}; }
  bool operator==(const CleanUpPasses &) const = default;
};

/// A pass by the name that --passes gives it: cleanup=reuse.
struct CleanUpPass {
  std::string_view name;
  bool CleanUpPasses::*runs;
};

/// All, in the order in which they run.
std::span<const CleanUpPass> clean_up_passes();

/// A partitioned program that computes the same with less. Plans are compared by what they cost
/// after it, so a pass that is added here counts wherever shardings are chosen. No pass moves anything across a barrier,
/// nor joins what stands before it with what stands behind: a checkpoint is to compute twice.
Program clean_up(const Program &partitioned, const MachineProfile &profile,
                 const CleanUpPasses &passes = {});

} // namespace brigade
