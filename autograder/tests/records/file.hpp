#pragma once

#include "core/temporary_folder.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <filesystem>

namespace brigade::records {

/// A record file that a test writes and reads.
class File {
public:
  File() : path_(folder_ / "0.records"), descriptor_(open(path_.c_str(), O_RDWR | O_CREAT, 0600)) {}
  ~File() { close(descriptor_); }
  File(const File &) = delete;
  File &operator=(const File &) = delete;
  int descriptor() const { return descriptor_; }
  const std::filesystem::path &path() const { return path_; }

private:
  TemporaryFolder folder_;
  std::filesystem::path path_;
  int descriptor_;
};

} // namespace brigade::records
