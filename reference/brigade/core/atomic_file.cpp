#include "brigade/core/atomic_file.hpp"

#include "brigade/core/error.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <utility>

namespace brigade {

namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(const std::string &path, const std::string &reason) {
  throw InputError(fmt::format("cannot write {}: {}", path.empty() ? "\"\"" : path, reason));
}

fs::path folder_of(const fs::path &file) {
  return file.has_parent_path() ? file.parent_path() : fs::path(".");
}

// Where a path leads: behind its links, even if nothing stands there yet.
std::string resolve(const std::string &path) {
  if (path.empty())
    refuse(path, "the path is empty; name a file");
  std::error_code error;
  // A pipe, a terminal: /dev/stdout is a link whose text names no file.
  if (const fs::file_type type = fs::status(path, error).type();
      fs::exists(fs::file_status(type)) && type != fs::file_type::regular &&
      type != fs::file_type::directory) {
    if (access(path.c_str(), W_OK) != 0)
      refuse(path, std::strerror(errno));
    return path;
  }
  fs::path target = path;
  for (int links = 0; fs::is_symlink(target, error); ++links) {
    if (links == 40)
      refuse(path, "its symbolic links lead in a circle");
    const fs::path next = fs::read_symlink(target, error);
    target = next.is_absolute() ? next : folder_of(target) / next;
  }
  if (fs::is_directory(target, error))
    refuse(path, "it is a folder; name a file in it");
  if (!target.has_filename())
    refuse(path, "it names a folder; name a file in it");
  const fs::path folder = folder_of(target);
  if (!fs::exists(folder, error))
    refuse(path, fmt::format("the folder {} does not exist; make it first", folder.string()));
  if (!fs::is_directory(folder, error))
    refuse(path, fmt::format("{} is not a folder", folder.string()));
  if (fs::exists(target, error) && access(target.c_str(), W_OK) != 0)
    refuse(path, std::strerror(errno));
  return target.string();
}

bool is_written_directly(const std::string &target) {
  std::error_code error;
  return fs::exists(target, error) && !fs::is_regular_file(target, error);
}

// A new file in the folder of the target, where renaming is atomic. Only the process that made it
// knows it.
int open_beside(const std::string &path, const std::string &target, std::string &beside) {
  for (int attempt = 0; attempt < 100; ++attempt) {
    beside = fmt::format("{}.{}-{}.part", target, getpid(), attempt);
    const int descriptor = open(beside.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor >= 0)
      return descriptor;
    if (errno != EEXIST)
      refuse(path, std::strerror(errno));
  }
  refuse(path,
         fmt::format("its folder is full of unfinished files such as {}; remove them", beside));
}

} // namespace

void check_writable(const std::string &path) {
  const std::string target = resolve(path);
  if (is_written_directly(target))
    return;
  std::string beside;
  close(open_beside(path, target, beside));
  unlink(beside.c_str());
}

AtomicFile::AtomicFile(const std::string &path) : path_(path), target_(resolve(path)) {
  if (is_written_directly(target_)) {
    file_ = std::fopen(target_.c_str(), "we");
  } else {
    // A file that is replaced keeps its permissions.
    struct stat before {};
    const bool replaces = stat(target_.c_str(), &before) == 0;
    const int descriptor = open_beside(path_, target_, beside_);
    if (replaces)
      fchmod(descriptor, before.st_mode & 07777);
    file_ = fdopen(descriptor, "w");
  }
  if (file_ == nullptr)
    refuse(path_, std::strerror(errno));
}

AtomicFile::~AtomicFile() { discard(); }

void AtomicFile::write(const void *data, std::size_t bytes) {
  if (bytes > 0 && std::fwrite(data, 1, bytes, file_) != bytes)
    fail(errno);
}

void AtomicFile::commit() {
  if (std::fflush(file_) != 0)
    fail(errno);
  if (!beside_.empty() && fsync(fileno(file_)) != 0)
    fail(errno);
  std::FILE *file = std::exchange(file_, nullptr);
  if (std::fclose(file) != 0)
    fail(errno);
  if (!beside_.empty() && std::rename(beside_.c_str(), target_.c_str()) != 0)
    fail(errno);
  beside_.clear();
}

void AtomicFile::fail(int reason) {
  discard();
  throw Error(fmt::format("cannot write {}: {}", path_, std::strerror(reason)));
}

void AtomicFile::discard() noexcept {
  if (file_ != nullptr)
    std::fclose(std::exchange(file_, nullptr));
  if (!beside_.empty())
    unlink(beside_.c_str());
  beside_.clear();
}

void write_file(const std::string &path, std::string_view contents) {
  AtomicFile file(path);
  file.write(contents);
  file.commit();
}

} // namespace brigade
