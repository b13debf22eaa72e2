#pragma once

#include <string>
#include <vector>

namespace brigade::doctor {

/// One thing that was looked at.
struct Finding {
  enum class State {
    good,
    doubtful, ///< works, or may; slower or fragile
    unfit     ///< Brigade does not run here
  };
  std::string name = {};
  std::string value = {};
  State state = State::good;
  std::string problem = {}; ///< empty if good
  std::string fix = {};     ///< what to do about it
};

using Findings = std::vector<Finding>;

/// Host name, shared memory, cores, memory.
Findings look_at_machine();
/// Compiler, MPI, BLAS.
Findings look_at_software();
/// Starts and ends a job of each of 1, 2, 4 and 8 ranks.
Findings look_at_jobs();

} // namespace brigade::doctor
