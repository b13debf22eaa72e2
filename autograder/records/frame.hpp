#pragma once

#include "records/seal.hpp"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

/// The form of a record file: frames, each a line of JSON and the bytes that the line announces.
///
///   {"bytes":12,"frame":"array","name":"block",…,"seal":"89abcdef01234567"}⏎ and 12 bytes
namespace brigade::records {

/// What neither side goes beyond: a longer file, line or payload is damage.
constexpr std::size_t kMaxHeadBytes = std::size_t{64} << 10;
constexpr std::size_t kMaxPayloadBytes = std::size_t{128} << 20;
constexpr std::size_t kMaxFileBytes = std::size_t{512} << 20;

struct Frame {
  std::string kind; ///< "begin", "array", "end" …
  nlohmann::json head;
  std::string_view payload;
};

/// The first part of a frame as it stands in the file, up to its payload.
std::string sealed_head(std::string_view kind, nlohmann::json head, std::string_view payload,
                        const Seal &seal, std::uint64_t number);

/// Takes a record file apart.
class FrameCursor {
public:
  /// `file` must outlive the frames.
  FrameCursor(std::string_view file, const Seal &seal) : rest_(file), seal_(seal) {}
  /// The next frame; nothing at the end, and from the first damage on.
  std::optional<Frame> next();
  /// "frame 3 is cut off: …"; empty while all is well.
  const std::string &damage() const { return damage_; }
  /// Frames read so far.
  std::uint64_t number() const { return number_; }

private:
  std::optional<Frame> damaged(std::string_view why);
  std::string_view rest_;
  Seal seal_;
  std::uint64_t number_ = 0;
  std::string damage_;
};

} // namespace brigade::records
