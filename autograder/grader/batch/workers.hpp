#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace brigade::grader {

/// One command of many, ended.
struct WorkerEnd {
  std::size_t index = 0; ///< of the command
  int exit_status = 0;   ///< 128 + signal where one ended it
  std::string output;    ///< the last 64 KB of what it wrote
  bool was_stopped = false; ///< it was asked to end, and ended by that
};

/// Runs the commands, at most `at_once` of them at a time, in their order, and tells each end as it
/// comes. After SIGINT, SIGTERM or SIGHUP no further one is started and those that run are asked to
/// end.
/// @return the signal, or 0 when all have run. Throws MachineError if a command cannot be started.
int run_side_by_side(const std::vector<std::vector<std::string>> &commands, int at_once,
                     const std::function<void(const WorkerEnd &)> &on_end);

} // namespace brigade::grader
