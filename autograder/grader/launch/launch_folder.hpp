#pragma once

#include "grader/launch/launch.hpp"

#include <filesystem>

namespace brigade::grader {

/// A folder of one launch's own below the system's for temporary files; gone with the object.
class LaunchFolder {
public:
  /// Throws MachineError if it cannot be made.
  explicit LaunchFolder(SandboxLevel sandbox);
  ~LaunchFolder();
  LaunchFolder(const LaunchFolder &) = delete;
  LaunchFolder &operator=(const LaunchFolder &) = delete;

  std::filesystem::path records() const { return folder_ / "records"; }
  std::filesystem::path shared() const { return folder_ / "shared"; }
  std::filesystem::path board() const { return folder_ / "board"; }
  std::filesystem::path sanitizers() const { return folder_ / "sanitizers"; }
  std::filesystem::path program() const { return folder_ / "program"; } ///< not made by itself

private:
  std::filesystem::path folder_;
};

} // namespace brigade::grader
