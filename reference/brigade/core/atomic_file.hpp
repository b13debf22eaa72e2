#pragma once

#include <cstddef>
#include <cstdio>
#include <string>
#include <string_view>

namespace brigade {

/// Finds out, before the work and not after it, whether a file can be written: makes one beside it
/// and removes it again. What stands at the path stays as it is. Throws InputError with path and
/// reason.
void check_writable(const std::string &path);

/// A file that appears complete or not at all: it is written beside its place and renamed into it
/// by commit(). A symbolic link is followed; what is no regular file (/dev/null, a pipe) is written
/// directly. Move-free: make it where it is used. Without commit nothing remains.
class AtomicFile {
public:
  /// Throws InputError naming the path and the reason.
  explicit AtomicFile(const std::string &path);
  AtomicFile(const AtomicFile &) = delete;
  AtomicFile &operator=(const AtomicFile &) = delete;
  ~AtomicFile();

  /// Where it is written until commit(); other processes may write their parts of it there.
  const std::string &path_being_written() const { return beside_.empty() ? target_ : beside_; }

  /// Both throw Error naming the path and the reason (a full disk).
  void write(const void *data, std::size_t bytes);
  void write(std::string_view text) { write(text.data(), text.size()); }
  /// Everything written is on the disk when this returns. Throws Error as write does.
  void commit();

private:
  [[noreturn]] void fail(int reason);
  void discard() noexcept;

  std::string path_;   // as it was given
  std::string target_; // behind symbolic links
  std::string beside_; // empty: the target is written directly
  std::FILE *file_ = nullptr;
};

/// Writes a whole file, as AtomicFile does.
void write_file(const std::string &path, std::string_view contents);

} // namespace brigade
