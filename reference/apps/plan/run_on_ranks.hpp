#pragma once

#include "brigade/gspmd/plan.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace brigade::plan {

/// What --run found: how far the ranks' results are from the interpreter's.
struct RunResult {
  int ranks = 0;
  double max_abs_difference = 0;
  /// Over the largest number of the result that it is in (1 where that is 0).
  double max_rel_difference = 0;
  /// Of the result that differs most, measured by what rounding explains.
  std::size_t worst_result = 0;
  double share_of_rounding = 0; ///< how far it differs, over how far it may
  std::string rounded_to;       ///< "f32" or "f64"; "exact" where nothing on its way is rounded
  double allowed_relative = 0;  ///< by how much of its largest number it may differ; 0: no float

  bool agrees() const { return share_of_rounding <= 1; }
  /// What the executor of each rank worked in, to hold against PlanMemory::arena_bytes; empty where
  /// an argument or a result is unreduced, which the executor does not take.
  std::vector<std::int64_t> arena_bytes_per_rank;
};

/// A job of ranks failed, which has said why on standard error. There is nothing to add.
struct RunFailed {
  int exit_status = 1;
};

/// Runs the plan's partitioned program on as many ranks of this machine as its mesh has devices, on
/// random inputs (brigade/ir/random_inputs.hpp), and the given one on one device. What crosses
/// between nodes of the plan's profile is started and awaited as there. Standard error
/// shows how far it is (run_progress.hpp). Throws RunFailed, and MachineError where no job can be
/// started.
RunResult run_on_ranks(const Plan &plan);

} // namespace brigade::plan
