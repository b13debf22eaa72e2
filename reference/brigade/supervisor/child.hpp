#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace brigade {

/// A process that was started, and the read ends of its standard output and error.
struct Child {
  pid_t process;
  int out;
  int err;
};

/// What a child reads from.
enum class ChildInput {
  passed_on, ///< our own standard input, unless it is a terminal
  none       ///< /dev/null
};

/// Starts `command` (found by PATH) in a process group of its own: a Ctrl-C on the terminal reaches
/// us alone, and is passed on once. So it cannot read the terminal either, and gets /dev/null where
/// standard input is one. Dies with us (Linux). See supervise.hpp for BRIGADE_TERMINAL. Throws
/// MachineError with the system's reason if it cannot be started.
Child start_child(const std::vector<std::string> &command,
                  ChildInput input = ChildInput::passed_on);

} // namespace brigade
