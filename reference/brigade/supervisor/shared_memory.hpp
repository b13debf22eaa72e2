#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

namespace brigade {

/// Is this the name of a file that MPICH or UCX makes in /dev/shm?
bool is_job_memory(std::string_view file_name);

/// Files in `folder` (/dev/shm) that a job of this user left: named as a job's memory is, owned by
/// this user, and neither open in nor mapped by any process. MPI unlinks its files soon after it
/// has made them, so only ranks that were killed while they started leave some; in a small /dev/shm
/// (64 MB in a container) they make the next job fail. A process of another process namespace that
/// shares this folder is not seen, so a caller should delete only what appeared while its own job
/// ran.
std::vector<std::filesystem::path>
orphaned_memory(const std::filesystem::path &folder = "/dev/shm");

/// The files of `folder` that this job's end leaves to sweep: made before are known, so they stay.
class MemorySweep {
public:
  /// Remembers what is there now.
  explicit MemorySweep(std::filesystem::path folder = "/dev/shm");
  /// Deletes orphaned memory that was not there at the beginning. @return what was deleted.
  std::vector<std::filesystem::path> sweep() const;

private:
  std::filesystem::path folder_;
  std::vector<std::filesystem::path> before_;
};

} // namespace brigade
