#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace brigade {

struct SuperviseOptions {
  std::optional<std::chrono::duration<double>> time_limit = {}; ///< none: unlimited
  /// How long the command may take to end after SIGINT, and after SIGTERM (it may write a
  /// checkpoint).
  std::chrono::duration<double> interrupt_grace{0.8};
  std::chrono::duration<double> terminate_grace{10.0};
  /// Called again and again after so long, while the command runs, with the seconds since its
  /// start: to show that something happens.
  std::function<void(double seconds)> while_running = {};
  std::chrono::duration<double> period{1.0};
  bool quiet_banners = false; ///< filter MPI_Abort's and the launcher's lines, and UCX's
};

/// How a supervised command ended.
struct Outcome {
  /// What to exit with: the command's own status (an MPI_Abort's code), 1 where it, or a rank of
  /// it, was killed by a signal; 124 after the time limit, 130 after SIGINT, 143 after SIGTERM,
  /// 141 (as SIGPIPE does it, in silence) where nobody reads what it writes; 1 where what it writes
  /// on standard output cannot be passed on (a full disk), which is said.
  int exit_status = 0;
  bool timed_out = false;
  int processes_killed = 0; ///< those that the command left behind
};

/// Runs `command` (found by PATH), and returns when it and every process that it started have
/// ended, whatever sessions they made. Output passes as it comes, so that a progress bar moves.
/// SIGINT and SIGTERM sent to this process are passed to the processes that do the work (the ranks,
/// not mpiexec), SIGHUP as SIGTERM; a second one, or SIGQUIT, ends all at once. What these
/// processes used in /dev/shm goes with them.
///
/// A rank never sees a terminal, since mpiexec gives it pipes. So where this process's standard
/// output is one, the command finds its width in the environment variable BRIGADE_TERMINAL; else
/// the variable is unset.
///
/// With quiet_banners a job that failed without a line "brigade: error: …" of its own gets one.
/// Throws MachineError if the command cannot be started.
Outcome supervise(const std::vector<std::string> &command, const SuperviseOptions &options);

} // namespace brigade
