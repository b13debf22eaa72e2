#pragma once

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
};

/// Runs `command`, without input, to its end. Throws MachineError if it cannot be started.
Captured capture(const std::vector<std::string> &command);

/// Runs all commands, at most `at_once` at the same time. In their order.
std::vector<Captured> capture_all(std::span<const std::vector<std::string>> commands, int at_once);

} // namespace brigade
