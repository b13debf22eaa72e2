#pragma once

#include "grader/workshop/object_limits.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace brigade::grader {

/// The instructions in object files that call the operating system (x86: syscall, sysenter,
/// int $0x80; ARM: svc), as inline assembly brings them: such a call has no name.
struct SystemInstructions {
  std::vector<std::string> found; ///< each once, in that order
  bool is_all = true; ///< false where a file was not read to its end: too large, or too slow
};

/// They are read with objdump, and only where the bytes of one stand in a file.
/// @param limits of objdump, for each file
/// Throws Error if objdump cannot read a file.
SystemInstructions system_instructions(const std::vector<std::filesystem::path> &objects,
                                       const CaptureLimits &limits = kObjectLimits);

} // namespace brigade::grader
