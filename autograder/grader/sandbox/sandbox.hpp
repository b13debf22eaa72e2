#pragma once

#include "grader/launch/launch.hpp"

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace brigade::grader {

/// The strongest level that this machine offers, found by trying each; and why not a stronger one.
struct SandboxOffer {
  SandboxLevel level = SandboxLevel::none;
  std::string why_not_stronger; ///< empty at the strongest
};
/// Tried once in a process (10 ms), then remembered.
const SandboxOffer &strongest_sandbox();

/// "bubblewrap with another user" …, "none: the code ran with your own rights".
std::string_view to_string(SandboxLevel level);

/// The same, and who holds the number of its processes; for reports.
std::string sandbox_in_words(SandboxLevel level);

/// Processes and threads that a launch may have for the kernel, those of the launchers too. It is
/// more than Limits::processes, so that the launch's own count (LimitWatch), which can say more,
/// comes first.
int most_tasks(const Limits &limits);

/// `command` inside the sandbox: sees `readable` read-only and `writable` read-write, the system's
/// programs and libraries, no network, a /tmp and a /dev/shm of its own. The limits hold for all
/// that it starts: also at level `none`, where nothing else holds. Its environment has only what
/// trials need (PATH, LANG, BRIGADE_*, UCX_*, MPICH_*, HYDRA_*, *SAN_OPTIONS …), HOME is /tmp.
///
/// What it writes to must be handed over first: see hand_over().
///
/// Below a level with another uid, files are read with that user's rights, so at `other_uid` the
/// program and the folders above it must be readable for everybody: see others_can_reach().
std::vector<std::string> sandboxed(const std::vector<std::string> &command, SandboxLevel level,
                                   const Limits &limits,
                                   const std::vector<std::filesystem::path> &readable,
                                   const std::vector<std::filesystem::path> &writable);

/// `command` with a process of its own between it and the grader, which ends as it ends: for what
/// no launcher starts. Who kills its parent kills that one, and is ended with it.
std::vector<std::string> with_a_keeper(const std::vector<std::string> &command);

/// What stands in front of a compiler's command: the limits, and where the level has bubblewrap, no
/// network and no files but the system's, `readable` and `writable`. It keeps this user's rights.
std::vector<std::string> held_compiler(SandboxLevel level, int processor_seconds,
                                       int memory_megabytes, int file_megabytes,
                                       const std::vector<std::filesystem::path> &readable,
                                       const std::vector<std::filesystem::path> &writable);

/// Makes files or folders writable for the user that a sandbox of this level runs as; the folder
/// that they lie in may stay closed to others, unless the level is `other_uid`. Does nothing at the
/// levels without another uid.
void hand_over(std::span<const std::filesystem::path> paths, SandboxLevel level);

/// Deletes what a program of this level left where everybody can write: in bubblewrap it saw
/// folders of its own, without another uid nobody can tell whose a file is. To be called when all
/// its processes have ended.
void sweep_after(SandboxLevel level);

/// Every user can read `file`, and pass the folders above it.
bool others_can_reach(const std::filesystem::path &file);

} // namespace brigade::grader
