#include "brigade/data/files/mapped_file.hpp"

#include "brigade/core/error.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

#include <cerrno>
#include <system_error>
#include <utility>

namespace brigade {
namespace {

[[noreturn]] void fail(const std::string &path, const char *what) {
  throw InputError(
      fmt::format("{}: cannot {}: {}", path, what, std::generic_category().message(errno)));
}

class Descriptor {
public:
  explicit Descriptor(int value) : value_(value) {}
  Descriptor(const Descriptor &) = delete;
  Descriptor &operator=(const Descriptor &) = delete;
  ~Descriptor() {
    if (value_ >= 0)
      ::close(value_);
  }
  int get() const { return value_; }

private:
  int value_;
};

} // namespace

MappedFile::MappedFile(const std::string &path) : path_(path) {
  // Not blocking: opening a pipe that nobody writes to would wait for ever.
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (file.get() < 0)
    fail(path, "open it");
  struct stat status {};
  if (::fstat(file.get(), &status) != 0)
    fail(path, "read its size");
  if (!S_ISREG(status.st_mode))
    throw InputError(fmt::format("{}: expected a regular file, found {}", path,
                                 S_ISDIR(status.st_mode) ? "a folder" : "something else"));
  const auto size = static_cast<std::size_t>(status.st_size);
  if (size == 0)
    return; // an empty mapping is not allowed
  void *address = ::mmap(nullptr, size, PROT_READ, MAP_SHARED, file.get(), 0);
  if (address == MAP_FAILED)
    fail(path, "map it");
  bytes_ = {static_cast<const std::byte *>(address), size};
}

MappedFile::MappedFile(MappedFile &&other) noexcept
    : path_(std::move(other.path_)), bytes_(std::exchange(other.bytes_, {})) {}

MappedFile &MappedFile::operator=(MappedFile &&other) noexcept {
  std::swap(path_, other.path_);
  std::swap(bytes_, other.bytes_);
  return *this;
}

MappedFile::~MappedFile() {
  if (!bytes_.empty())
    ::munmap(const_cast<std::byte *>(bytes_.data()), bytes_.size());
}

} // namespace brigade
