#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace brigade {

/// A file mapped read-only into memory. Its pages are read when they are touched, shared by all
/// processes of the machine that map it, and given up under memory pressure. Unmapped on
/// destruction; move-only. The file must not become shorter while it is mapped (touching a lost
/// page ends the process with SIGBUS).
class MappedFile {
public:
  /// Throws InputError naming the path and the system's reason: missing, no permission, not a
  /// regular file.
  explicit MappedFile(const std::string &path);
  MappedFile(MappedFile &&other) noexcept;
  MappedFile &operator=(MappedFile &&other) noexcept;
  ~MappedFile();

  const std::string &path() const { return path_; }
  std::span<const std::byte> bytes() const { return bytes_; }

private:
  std::string path_;
  std::span<const std::byte> bytes_;
};

} // namespace brigade
