#pragma once

#include "grader/launch/file_lock.hpp"

#include <filesystem>
#include <optional>
#include <string>

namespace brigade::grader {

/// A folder below the system's for temporary files, for its owner alone; gone with the object, or,
/// where the process was killed, when another process of the same user makes its first.
class TemporaryFolder {
public:
  /// @param name what its name begins with; six letters follow
  /// Throws MachineError if it cannot be made.
  explicit TemporaryFolder(const std::string &name);
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder &) = delete;
  TemporaryFolder &operator=(const TemporaryFolder &) = delete;

  const std::filesystem::path &path() const { return path_; }

private:
  std::filesystem::path path_;
  std::optional<FileLock> lock_; ///< of the file in it that says that its process lives
};

/// Removes the TemporaryFolders in `parent` that belong to this user and to no living process.
void remove_left_folders(const std::filesystem::path &parent);

} // namespace brigade::grader
