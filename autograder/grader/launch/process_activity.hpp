#pragma once

#include <sys/types.h>

#include <cstdint>

namespace brigade::grader {

/// What the system says of a process now.
struct ProcessActivity {
  bool exists = false;
  bool is_runnable = false;      ///< some thread runs, or waits only for a processor
  bool is_stopped = false;       ///< SIGSTOP, or a debugger
  bool is_stopped_by_signal = false;
  std::uint64_t nanoseconds = 0; ///< processor time of all its threads
};
ProcessActivity activity_of(pid_t process);

} // namespace brigade::grader
