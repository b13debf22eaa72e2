#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace brigade {

/// A command that ran to its end.
struct Captured {
  int status = 0; ///< as a shell has it: 128 + signal where one killed it
  std::string out;
  std::string err;
  double seconds = 0;
  bool timed_out = false;     ///< and was ended
  bool said_too_much = false; ///< and was ended
};

/// Past which a command is ended. 0: none.
struct CaptureLimits {
  double seconds = 0;
  std::size_t bytes = 0; ///< of both streams together
};

/// Runs `command`, without input, to its end. Throws MachineError if it cannot be started.
Captured capture(const std::vector<std::string> &command);

/// Runs all commands, at most `at_once` at the same time. In their order.
std::vector<Captured> capture_all(std::span<const std::vector<std::string>> commands, int at_once,
                                  const CaptureLimits &limits = {});

} // namespace brigade
