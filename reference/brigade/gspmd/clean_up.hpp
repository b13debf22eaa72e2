#pragma once

#include "brigade/gspmd/machine_profile.hpp"
#include "brigade/ir/program.hpp"

#include <span>
#include <string_view>

namespace brigade {

/// Which passes of the clean-up run. Each can be left out, to see what it does.
struct CleanUpPasses {
  bool dead = true;           ///< ir/remove_dead.hpp, collectives that nobody needs included
  bool reuse = true;          ///< reuse_moves.hpp
  bool reduce_once = true;    ///< reduce_once.hpp
  bool reduce_scatter = true; ///< scatter_reductions.hpp
  bool bucket = true;         ///< bucket_collectives.hpp
  bool overlap = true;        ///< order_for_overlap.hpp
  static CleanUpPasses none() { return {false, false, false, false, false, false}; }
  bool operator==(const CleanUpPasses &) const = default;
};

/// A pass by the name that --passes gives it: cleanup=reuse,bucket.
struct CleanUpPass {
  std::string_view name;
  bool CleanUpPasses::*runs;
};

/// All, in the order in which they run.
std::span<const CleanUpPass> clean_up_passes();

/// A partitioned program that computes the same in less modelled time. Plans are compared by what
/// they cost after it, so a pass that is added here counts wherever shardings are chosen. Each pass
/// goes by which value is made from which alone, so none takes an instruction to the other side of
/// a barrier that it needs, or that needs it: what a checkpoint computes anew stays behind its
/// barrier, and is joined with nothing before it.
Program clean_up(const Program &partitioned, const MachineProfile &profile,
                 const CleanUpPasses &passes = {});

/// Its first part: what needs not be done, or not twice. Buckets, which are tried in many sizes,
/// and orders come behind that.
Program clean_up_moves(const Program &partitioned, const MachineProfile &profile,
                       const CleanUpPasses &passes);

/// And its second, on what the first has made: buckets. Orders that come behind them change no sum
/// of times.
Program join_moves(const Program &partitioned, const MachineProfile &profile,
                   const CleanUpPasses &passes);

} // namespace brigade
