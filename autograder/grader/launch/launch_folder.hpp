#pragma once

#include "grader/launch/launch.hpp"
#include "grader/launch/temporary_folder.hpp"

#include <filesystem>

namespace brigade::grader {

/// A temporary folder of one launch's own, and what lies in it.
class LaunchFolder {
public:
  /// Throws MachineError if it cannot be made.
  explicit LaunchFolder(SandboxLevel sandbox);

  std::filesystem::path records() const { return folder_.path() / "records"; }
  std::filesystem::path shared() const { return folder_.path() / "shared"; }
  std::filesystem::path board() const { return folder_.path() / "board"; }
  std::filesystem::path sanitizers() const { return folder_.path() / "sanitizers"; }
  std::filesystem::path program() const {
    return folder_.path() / "program";
  } ///< not made by itself

private:
  TemporaryFolder folder_{"brigade"};
};

} // namespace brigade::grader
