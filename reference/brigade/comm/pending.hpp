#pragma once

#include <memory>

namespace brigade {

struct StartedOperation; // a started collective; comm/ only

/// A communication that has been started. Its buffers must stay as they are until it is done.
/// Waiting on any one advances all that this rank has started. Move-only; waits when destroyed
/// (during unwinding it gives the communication up instead: the other ranks may never come).
class [[nodiscard]] Pending {
public:
  Pending() = default;
  explicit Pending(std::shared_ptr<StartedOperation> operation);
  Pending(Pending &&) noexcept;
  Pending &operator=(Pending &&) noexcept;
  ~Pending();
  /// Returns when the buffers may be used again. A second call does nothing.
  void wait();
  /// True when done; never blocks.
  bool test();

private:
  void finish();

  std::shared_ptr<StartedOperation> operation_;
  int exceptions_ = 0; // in flight when it was started
};

} // namespace brigade
