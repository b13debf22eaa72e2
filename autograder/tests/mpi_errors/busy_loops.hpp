#pragma once

#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <vector>

namespace brigade::testing {

/// Busy loops beside the job, for as long as it lives.
class BusyLoops {
public:
  explicit BusyLoops(int count) {
    for (int i = 0; i < count; ++i) {
      const pid_t child = fork();
      if (child == 0)
        for (volatile int turn = 0;;)
          turn = turn + 1;
      children_.push_back(child);
    }
  }
  ~BusyLoops() {
    for (const pid_t child : children_) {
      kill(child, SIGKILL);
      waitpid(child, nullptr, 0);
    }
  }
  BusyLoops(const BusyLoops &) = delete;
  BusyLoops &operator=(const BusyLoops &) = delete;

  const std::vector<pid_t> &processes() const { return children_; }

private:
  std::vector<pid_t> children_;
};

} // namespace brigade::testing
