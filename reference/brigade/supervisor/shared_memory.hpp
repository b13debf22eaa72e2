#pragma once

#include <sys/types.h>

#include <filesystem>
#include <set>
#include <span>
#include <string_view>
#include <vector>

namespace brigade {

/// Is this the name of a file that MPICH, UCX or comm/ makes in /dev/shm?
bool is_job_memory(std::string_view file_name);

/// Files in `folder` (/dev/shm) that a job of this user left: named as a job's memory is, owned by
/// this user, and neither open in nor mapped by any process. MPI unlinks its files soon after it
/// has made them, so only ranks that were killed while they started leave some; in a small /dev/shm
/// (64 MB in a container) they make the next job fail. A process of another process namespace that
/// shares this folder is not seen, so what is listed may belong to a job that is just starting
/// there.
std::vector<std::filesystem::path>
orphaned_memory(const std::filesystem::path &folder = "/dev/shm");

/// Deletes what the processes of one job leave in `folder`: only files that one of them was seen to
/// use, since a file without users may also be the first that another job makes.
class MemorySweep {
public:
  explicit MemorySweep(std::filesystem::path folder = "/dev/shm");
  /// Remembers the files that these processes have open or mapped now: they are this job's. To be
  /// called before the processes are ended.
  void note_users(std::span<const pid_t> processes);
  /// Deletes this job's files that nobody uses any more. @return what was deleted.
  std::vector<std::filesystem::path> sweep() const;

private:
  std::filesystem::path folder_;
  std::set<std::filesystem::path> of_this_job_;
};

/// Deletes what a user who has no account, and whose processes have ended, left in a folder that
/// everybody can write to: each file and folder directly in it that is this user's.
/// @return what was deleted.
std::vector<std::filesystem::path> sweep_files_of(uid_t user, const std::filesystem::path &folder);

} // namespace brigade
