#pragma once

#include <filesystem>
#include <string>

namespace brigade::grader {

/// A folder of this process alone, since another check of the course may run beside it: NAME-PID in
/// `parent`, removed at the end. Those of the same name that processes left behind which were
/// killed are removed at the beginning.
class ScratchFolder {
public:
  ScratchFolder(const std::filesystem::path &parent, const std::string &name);
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder &) = delete;
  ScratchFolder &operator=(const ScratchFolder &) = delete;

  /// Not made yet.
  const std::filesystem::path &path() const { return path_; }

private:
  std::filesystem::path path_;
};

} // namespace brigade::grader
