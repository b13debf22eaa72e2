#pragma once

#include "grader/workshop/toolchain.hpp"

#include <functional>
#include <string>
#include <string_view>

namespace brigade::grader {

/// A build, ended.
struct ToldBuild {
  int status = 0;     ///< as a shell has it
  std::string output; ///< both streams
};

/// Runs a build to its end, without input. `tell` (may be empty) gets each line while the build
/// goes on: that it waits for another one, then its steps. Throws MachineError if it cannot be
/// started.
ToldBuild build_and_tell(const Command &command, const std::function<void(std::string_view)> &tell);

} // namespace brigade::grader
