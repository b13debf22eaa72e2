#pragma once

#include "grader/launch/file_lock.hpp"

#include <filesystem>
#include <optional>
#include <string>

namespace brigade::grader {

/// A folder for its owner alone; gone with the object, or, where the process was killed, when
/// another process of the same user makes its first in the same place.
class TemporaryFolder {
public:
  /// @param name what its name begins with: "brigade-" and more; six letters follow
  /// @param parent where it lies, made if it is not there; without: the system's folder for
  /// temporary files
  /// Throws MachineError if it cannot be made.
  explicit TemporaryFolder(const std::string &name, const std::filesystem::path &parent =
                                                        std::filesystem::temp_directory_path());
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
