#include "grader/answers/packed_key.hpp"

#include "brigade/core/error.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include <array>

namespace brigade::grader {
namespace {

/// gzip's streams, closed when they end.
class GzipFile {
public:
  GzipFile(const std::filesystem::path &path, const char *mode)
      : path_(path), file_(gzopen(path.c_str(), mode)) {
    if (!file_)
      fail();
  }
  GzipFile(const GzipFile &) = delete;
  GzipFile &operator=(const GzipFile &) = delete;
  ~GzipFile() { gzclose(file_); }
  gzFile get() const { return file_; }
  [[noreturn]] void fail() const {
    throw Error(fmt::format("{} cannot be read or written", path_.string()));
  }

private:
  std::filesystem::path path_;
  gzFile file_;
};

std::string read_all(const std::filesystem::path &path) {
  const GzipFile file(path, "rb"); // reads files that are not compressed as well
  std::string text;
  std::array<char, 1 << 14> piece;
  int got = 0;
  while ((got = gzread(file.get(), piece.data(), piece.size())) > 0)
    text.append(piece.data(), static_cast<std::size_t>(got));
  if (got < 0)
    file.fail();
  return text;
}

} // namespace

void pack_key(const std::filesystem::path &toml, const std::filesystem::path &packed) {
  const std::string text = read_all(toml);
  const GzipFile file(packed, "wb9");
  if (gzwrite(file.get(), text.data(), static_cast<unsigned>(text.size())) !=
      static_cast<int>(text.size()))
    file.fail();
}

std::string unpack_key(const std::filesystem::path &packed) { return read_all(packed); }

} // namespace brigade::grader
