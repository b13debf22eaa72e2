#include "brigade/data/files/gzip_reader.hpp"

#include "brigade/core/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <new>
#include <utility>

namespace brigade {
namespace {
// zlib counts in unsigned int, so long inputs and outputs go through it in pieces.
constexpr std::size_t kPiece = std::size_t{1} << 30;
constexpr int kGzipOnly = 16 + MAX_WBITS;
} // namespace

GzipReader::GzipReader(std::span<const std::byte> compressed, std::string name)
    : name_(std::move(name)), rest_(compressed) {
  if (::inflateInit2(&stream_, kGzipOnly) != Z_OK)
    throw std::bad_alloc();
}

GzipReader::~GzipReader() { ::inflateEnd(&stream_); }

std::size_t GzipReader::read(std::span<std::byte> to) {
  std::size_t done = 0;
  while (done < to.size() && !finished_) {
    if (stream_.avail_in == 0) {
      const std::size_t piece = std::min(rest_.size(), kPiece);
      stream_.next_in = reinterpret_cast<Bytef *>(const_cast<std::byte *>(rest_.data()));
      stream_.avail_in = static_cast<uInt>(piece);
      rest_ = rest_.subspan(piece);
    }
    const std::size_t room = std::min(to.size() - done, kPiece);
    stream_.next_out = reinterpret_cast<Bytef *>(to.data() + done);
    stream_.avail_out = static_cast<uInt>(room);
    const int status = ::inflate(&stream_, Z_NO_FLUSH);
    done += room - stream_.avail_out;

    if (status == Z_STREAM_END) {
      after_member_ = true;
      finished_ = stream_.avail_in == 0 && rest_.empty();
      ::inflateReset(&stream_);
    } else if (status == Z_MEM_ERROR) {
      throw std::bad_alloc();
    } else if (status == Z_BUF_ERROR && stream_.avail_in == 0 && rest_.empty()) {
      throw InputError(
          fmt::format("{}: the gzip data end too early; the file is cut short", name_));
    } else if (status != Z_OK && status != Z_BUF_ERROR) {
      const bool trailing = after_member_ && stream_.total_out == 0;
      throw InputError(fmt::format("{}: {} ({})", name_,
                                   trailing ? "something that is not gzip follows the gzip data"
                                            : "expected gzip data, found what cannot be inflated",
                                   stream_.msg != nullptr ? stream_.msg : ::zError(status)));
    }
  }
  return done;
}

} // namespace brigade
