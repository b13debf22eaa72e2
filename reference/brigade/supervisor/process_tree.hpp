#pragma once

#include <sys/types.h>

#include <vector>

namespace brigade {

/// Makes this process the one that inherits orphans among its descendants, so that a process which
/// leaves its session and loses its parent can still be found. mpiexec's proxy and every rank call
/// setsid: a kill of the process group of mpiexec leaves them all alive. macOS has no such thing:
/// there a process whose parent has ended is out of reach, and only the process group of the
/// command is ended.
void adopt_orphans();

/// Every process below this one, at any depth, parents before their children; those that have ended
/// but were not reaped yet are left out. Empty where there is no /proc.
std::vector<pid_t> descendants();

/// Whether it is mpiexec, one of its proxies, or bubblewrap; by its name, which every user may read.
/// They may take a moment to end when the program that they held has ended.
bool is_launcher(pid_t process);

/// Those of `descendants()` that do the work: no launchers, unless there is nobody else yet.
std::vector<pid_t> working_descendants();

/// Kills and reaps descendants until none is left; `group` (0: none) is killed too, for systems
/// without /proc.
/// @return how many processes were killed. Throws MachineError if some are still there after 5
/// seconds (a process that hangs inside the kernel).
int end_descendants(pid_t group = 0);

} // namespace brigade
