#pragma once

#include "brigade/comm/runtime.hpp"
#include "brigade/gspmd/machine_profile.hpp"
#include "brigade/ir/literal.hpp"
#include "brigade/ir/program.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace brigade {

/// What came of a run on this rank.
struct ProgramRun {
  std::vector<Literal> results; ///< its blocks
  /// What the executor allocated beside arguments and results; none where it did not run.
  std::optional<std::size_t> arena_bytes;
};

/// Runs a partitioned program on this rank's blocks of the arguments, by the executor: as on the
/// nodes of the profile, though all ranks are on this one. Arrays are whole: where an argument or a
/// result is unreduced, execute_blocks runs it. All ranks call it.
ProgramRun run_program(Runtime &runtime, const Program &partitioned, const MachineProfile &profile,
                       const std::vector<Literal> &blocks);

} // namespace brigade
