#pragma once

namespace brigade {

/// Receives SIGINT, SIGTERM, SIGHUP (where it was not ignored), SIGQUIT and SIGCHLD as something that
/// poll() can wait for, and ignores SIGPIPE. One at a time in a process; the former handlers come back when it ends.
class SignalQueue {
public:
  SignalQueue();
  ~SignalQueue();
  SignalQueue(const SignalQueue &) = delete;
  SignalQueue &operator=(const SignalQueue &) = delete;

  /// Readable when a signal has come.
  int descriptor() const;
  /// Empties the queue. @return the first signal that asks for an end (not SIGCHLD), or 0.
  int take();
};

} // namespace brigade
