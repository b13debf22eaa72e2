#pragma once

#include <filesystem>

namespace brigade::grader {

/// A lock on a file. It goes with the object, and with its process, whichever way that ends.
class FileLock {
public:
  /// Makes the file where it is not there, and waits for nobody.
  explicit FileLock(const std::filesystem::path &file);
  ~FileLock();
  FileLock(const FileLock &) = delete;
  FileLock &operator=(const FileLock &) = delete;

  /// The file could be opened for writing.
  bool is_open() const { return file_ >= 0; }
  /// Neither of the two where the file is not open, or the file system knows no locks.
  bool is_held() const { return is_held_; }
  bool is_held_by_another() const { return is_held_by_another_; }

private:
  int file_ = -1;
  bool is_held_ = false, is_held_by_another_ = false;
};

} // namespace brigade::grader
