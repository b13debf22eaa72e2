#pragma once

#include <cstdint>
#include <string_view>

namespace brigade::records {

/// A keyed sum over frames of a record file, so that what was not written by the harness's writer,
/// or was changed since, is noticed. The key is made of the launch's token, which the harness takes
/// out of the environment before main.
class Seal {
public:
  explicit Seal(std::string_view token);
  /// Of the frame with this number in its file: its header line and its payload.
  std::uint64_t of(std::uint64_t number, std::string_view head, std::string_view payload) const;

private:
  std::uint64_t key0_, key1_;
};

} // namespace brigade::records
