#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace brigade::grader {

/// A group of the kernel's (a cgroup of the pids controller) that holds all processes of one launch
/// together: there are never more of them than it allows, however fast they are made and whoever
/// they run as. Where the machine lets us make none, it holds nothing.
class ProcessGroup {
public:
  /// @param most processes and threads, those of the launcher too.
  explicit ProcessGroup(int most);
  /// All processes in it must have ended.
  ~ProcessGroup();
  ProcessGroup(const ProcessGroup &) = delete;
  ProcessGroup &operator=(const ProcessGroup &) = delete;

  /// `command`, in the group from its start.
  std::vector<std::string> holding(const std::vector<std::string> &command) const;

private:
  std::filesystem::path folder_; ///< empty: none
};

/// Why this machine lets us make none; empty where it does. Tried once in a process (2 ms), then
/// remembered.
const std::string &why_no_process_group();

/// Folders in which a group might be made, best first: where this process is itself, and where the
/// controller is on for the groups below it, the folder above.
/// @param groups, mounts texts as in /proc/self/cgroup and /proc/self/mountinfo.
std::vector<std::filesystem::path> group_folders(std::string_view groups, std::string_view mounts);

} // namespace brigade::grader
