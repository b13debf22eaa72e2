#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <vector>

namespace brigade::grader {

/// Every process below this one, found from parent to child (0.2 ms for ten processes, whatever
/// else runs on the machine). One that starts or ends meanwhile may be missed: look again.
std::vector<pid_t> processes_below();

/// mpiexec, its proxies, and what a sandbox starts to hold the others.
bool is_launcher(pid_t process);

/// Resident bytes, code and shared pages included; 0 of a process that is gone. Cheap.
std::uint64_t resident_bytes(pid_t process);

/// What processes hold of the machine's memory together: their own pages, in memory or swapped out,
/// and what they share counted once. Files that are only read do not count. Takes a millisecond or
/// more for each process.
std::uint64_t memory_together(const std::vector<pid_t> &processes);

/// Seconds of processor time of a process and of its children that it has waited for.
double processor_seconds(pid_t process);

/// Bytes that it wrote, to wherever; 0 where that cannot be read.
std::uint64_t written_bytes(pid_t process);

/// Processor time of all processors of this machine since it started, without what was idle, and
/// the number of processors.
struct MachineTime {
  double busy_seconds = 0;
  int processors = 1;
};
MachineTime machine_time();

} // namespace brigade::grader
