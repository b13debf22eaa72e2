#include "brigade/comm/shared_memory/bell.hpp"

#ifdef __linux__
#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#endif

namespace brigade {

#ifdef __linux__

// std::atomic::wait would do, but its futex is one process's own; this one is seen by all that map
// it.
bool Bell::sleep(std::uint32_t seen, std::uint32_t more, std::chrono::microseconds limit) {
  wake_at_.store(seen + more, std::memory_order_seq_cst);
  sleeping_.store(1, std::memory_order_seq_cst);
  const timespec time{limit.count() / 1'000'000, limit.count() % 1'000'000 * 1000};
  // The kernel compares events_ with `seen` before it lets this process sleep, so no event is
  // missed.
  ::syscall(SYS_futex, &events_, FUTEX_WAIT, seen, &time, nullptr, 0);
  sleeping_.store(0, std::memory_order_seq_cst);
  return true;
}

void Bell::wake() {
  if (sleeping_.exchange(0, std::memory_order_seq_cst) != 0) // one waker is enough
    ::syscall(SYS_futex, &events_, FUTEX_WAKE, 1, nullptr, nullptr, 0);
}

#else

bool Bell::sleep(std::uint32_t, std::uint32_t, std::chrono::microseconds) { return false; }
void Bell::wake() {}

#endif

} // namespace brigade
