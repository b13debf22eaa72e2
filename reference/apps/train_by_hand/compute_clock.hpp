#pragma once

#include <ctime>

namespace brigade::by_hand {

/// Processor time of this thread while the clock runs: unlike wall time it does not count moments
/// in which another rank had the core.
class ComputeClock {
public:
  void start() {
    started_ = processor_seconds();
    is_running_ = true;
  }
  void stop() {
    total_ += processor_seconds() - started_;
    is_running_ = false;
  }
  bool is_running() const { return is_running_; }
  /// Up to the last stop.
  double seconds() const { return total_; }

private:
  static double processor_seconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
  }

  double total_ = 0;
  double started_ = 0;
  bool is_running_ = false;
};

/// While it lives, a clock that was running stands still: what happens meanwhile is communication.
class ComputePause {
public:
  explicit ComputePause(ComputeClock &clock) : clock_(clock), was_running_(clock.is_running()) {
    if (was_running_)
      clock_.stop();
  }
  ~ComputePause() {
    if (was_running_)
      clock_.start();
  }
  ComputePause(const ComputePause &) = delete;
  ComputePause &operator=(const ComputePause &) = delete;

private:
  ComputeClock &clock_;
  bool was_running_;
};

} // namespace brigade::by_hand
