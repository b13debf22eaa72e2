#pragma once

#include <sys/types.h>

#include <chrono>
#include <vector>

namespace brigade::grader {

/// Notices that ranks live on without what had started them. mpiexec does not notice when its proxy
/// is killed, since the ranks hold the ends of the proxy's pipes: it would wait for ever.
class LauncherLoss {
public:
  /// To be called often. True once a rank has been seen for half a second to be nobody's child but
  /// the reaper's: behind a crash the launcher may end a moment before the ranks that it has
  /// killed.
  bool is_certain(const std::vector<pid_t> &ranks);

private:
  std::chrono::steady_clock::time_point looked_;
  int seen_ = 0; ///< so many times in a row
};

} // namespace brigade::grader
