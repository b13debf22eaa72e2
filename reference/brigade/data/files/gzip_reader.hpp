#pragma once

#include <zlib.h>

#include <cstddef>
#include <span>
#include <string>

namespace brigade {

/// Inflates gzip data (RFC 1952, one member or several) as a stream; holds zlib's 32 KiB window and
/// nothing more.
class GzipReader {
public:
  /// Most bytes that deflate makes of one (zlib's technical notes): a file that claims more is
  /// wrong.
  static constexpr std::size_t kMostExpansion = 1032;

  /// @param compressed  outlives the reader
  /// @param name        the file, for messages
  GzipReader(std::span<const std::byte> compressed, std::string name);
  GzipReader(const GzipReader &) = delete;
  GzipReader &operator=(const GzipReader &) = delete;
  ~GzipReader();

  /// Fills `to` as far as there are bytes. Reading past the last byte also checks the checksum.
  /// @return bytes written; fewer than asked for only at the end.
  /// Throws InputError where the data are corrupt or cut, or something follows the last member.
  std::size_t read(std::span<std::byte> to);

private:
  std::string name_;
  std::span<const std::byte> rest_; ///< not handed to zlib yet
  z_stream stream_{};
  bool after_member_ = false; ///< at least one member has been read in full
  bool finished_ = false;
};

} // namespace brigade
