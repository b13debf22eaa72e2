#pragma once

#include "grader/launch/launch.hpp"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace brigade::grader {

/// The strongest level that this machine offers, found by trying each; and why not a stronger one.
struct SandboxOffer {
  SandboxLevel level = SandboxLevel::none;
  std::string why_not_stronger; ///< empty at the strongest
};
SandboxOffer strongest_sandbox();

/// "bubblewrap with another user" …, "none: the code ran with your own rights".
std::string_view to_string(SandboxLevel level);

/// `command` inside the sandbox: sees `readable` read-only and `writable` read-write, no network, a
/// /tmp and a /dev/shm of its own. The limits hold for all that it starts.
std::vector<std::string> sandboxed(const std::vector<std::string> &command, SandboxLevel level,
                                   const Limits &limits,
                                   const std::vector<std::filesystem::path> &readable,
                                   const std::vector<std::filesystem::path> &writable);

} // namespace brigade::grader
