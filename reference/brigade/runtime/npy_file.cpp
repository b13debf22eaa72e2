#include "brigade/runtime/npy_file.hpp"

#include "brigade/core/atomic_file.hpp"
#include "brigade/core/npy.hpp"
#include "brigade/runtime/broadcast_text.hpp"
#include "brigade/runtime/held_blocks.hpp"
#include "brigade/runtime/run_together.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <optional>
#include <vector>

namespace brigade {
namespace {

/// An open file, closed at the end of its scope.
class OpenFile {
public:
  OpenFile(const std::string &path, int flags)
      : descriptor_(open(path.c_str(), flags | O_CLOEXEC)) {}
  OpenFile(const OpenFile &) = delete;
  OpenFile &operator=(const OpenFile &) = delete;
  ~OpenFile() {
    if (descriptor_ >= 0)
      close(descriptor_);
  }
  bool is_open() const { return descriptor_ >= 0; }
  int descriptor() const { return descriptor_; }

private:
  int descriptor_;
};

/// A file's bytes as memory, read from the disk where they are touched.
class MappedFile {
public:
  MappedFile(const OpenFile &file, std::size_t bytes)
      : address_(mmap(nullptr, bytes, PROT_READ, MAP_SHARED, file.descriptor(), 0)), bytes_(bytes) {
  }
  MappedFile(const MappedFile &) = delete;
  MappedFile &operator=(const MappedFile &) = delete;
  ~MappedFile() {
    if (is_mapped())
      munmap(address_, bytes_);
  }
  bool is_mapped() const { return address_ != MAP_FAILED; }
  const std::byte *data() const { return static_cast<const std::byte *>(address_); }

private:
  void *address_;
  std::size_t bytes_;
};

[[noreturn]] void fail(const Array &array, std::string_view doing, const std::string &path,
                       int reason) {
  throw Error(fmt::format("rank {} cannot {} {}: {}", array.runtime().rank(), doing, path,
                          std::strerror(reason)));
}

bool is_to_write(const Array &array) {
  const std::vector<HeldBlock> blocks = held_blocks(array.sharding(), array.shape());
  return std::ranges::any_of(blocks, [&](const HeldBlock &held) {
    return held.holders.front() == array.runtime().rank();
  });
}

/// Writes this rank's block at its place in a file whose elements begin at `data_offset`.
void write_block(const Array &array, const std::string &path, const std::string &shown_path,
                 std::size_t data_offset) {
  const OpenFile file(path, O_WRONLY);
  if (!file.is_open())
    fail(array, "write", shown_path, errno);
  const std::size_t element_bytes = size_of(array.dtype());
  for_each_run(array.slices(), array.slices(), whole(array.shape()), [&](const Run &run) {
    const std::byte *data = array.data() + static_cast<std::size_t>(run.first) * element_bytes;
    std::size_t at = data_offset + static_cast<std::size_t>(run.second) * element_bytes;
    std::size_t left = static_cast<std::size_t>(run.count) * element_bytes;
    while (left > 0) {
      const ssize_t written = pwrite(file.descriptor(), data, left, static_cast<off_t>(at));
      if (written < 0 && errno == EINTR)
        continue;
      if (written <= 0)
        fail(array, "write", shown_path, written < 0 ? errno : ENOSPC);
      data += written;
      at += static_cast<std::size_t>(written);
      left -= static_cast<std::size_t>(written);
    }
  });
}

void read_block(Array &array, const std::string &path, std::size_t data_offset) {
  if (element_count(array.slices()) == 0)
    return;
  const OpenFile file(path, O_RDONLY);
  if (!file.is_open())
    fail(array, "read", path, errno);
  const std::size_t element_bytes = size_of(array.dtype());
  const MappedFile mapped(
      file, data_offset + static_cast<std::size_t>(element_count(array.shape())) * element_bytes);
  if (!mapped.is_mapped())
    fail(array, "read", path, errno);
  copy_block(array.slices(), mapped.data() + data_offset, whole(array.shape()),
             array.mutable_data(), array.slices(), element_bytes);
}

} // namespace

void save_npy(const Array &array, const std::string &path) {
  const Group world = array.runtime().world();
  const std::string header = make_npy_header(array.dtype(), array.shape());
  std::optional<AtomicFile> file; // rank 0's
  run_together(world, [&] {
    if (world.rank() == 0)
      file.emplace(path).write(header);
  });
  const std::string beside = broadcast_text(world, file ? file->path_being_written() : "");
  run_together(world, [&] {
    if (is_to_write(array))
      write_block(array, beside, path, header.size());
  });
  run_together(world, [&] {
    if (file)
      file->commit();
  });
}

Array load_npy(Runtime &runtime, const std::string &path, NamedSharding sharding) {
  std::optional<Array> array;
  run_together(runtime.world(), [&] {
    const NpyHeader header = read_npy_header(path);
    array = Array::empty(runtime, header.shape, dtype_of_npy(header, path), std::move(sharding));
    read_block(*array, path, header.data_offset);
  });
  return *std::move(array);
}

} // namespace brigade
