#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

namespace brigade {

/// Wakes a process that waits for a number of events, in memory that it shares with those that
/// cause them. Where ranks outnumber cores, a waiting rank should not run at all: a yield goes back
/// to itself where each rank is a session of its own (sched_autogroup), and short sleeps keep a
/// core busy. Here it sleeps in the kernel until the last event that it needs. Zeroed memory is a
/// Bell at rest.
class alignas(64) Bell {
public:
  /// Events so far; wraps around.
  std::uint32_t events() const { return events_.load(std::memory_order_seq_cst); }

  /// Called by whoever has caused an event, after what it did can be seen.
  void ring() {
    const std::uint32_t event = events_.fetch_add(1, std::memory_order_seq_cst) + 1;
    if (sleeping_.load(std::memory_order_seq_cst) != 0 && reached(event))
      wake();
  }

  /// Sleeps until `more` events have come after the first `seen`, but not for longer than `limit`;
  /// returns at once where one has come already, or the system has no such call. May also return
  /// early: look again.
  /// @return false where it has not slept because the system cannot.
  bool sleep(std::uint32_t seen, std::uint32_t more, std::chrono::microseconds limit);

private:
  bool reached(std::uint32_t event) const {
    return static_cast<std::int32_t>(event - wake_at_.load(std::memory_order_seq_cst)) >= 0;
  }
  void wake();

  std::atomic<std::uint32_t> events_{0}, wake_at_{0}, sleeping_{0};
};
static_assert(sizeof(Bell) == 64 && std::atomic<std::uint32_t>::is_always_lock_free);

} // namespace brigade
