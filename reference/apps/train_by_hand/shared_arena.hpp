#pragma once

#include "brigade/comm/runtime.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

namespace brigade::by_hand {

/// One piece of memory that the other ranks of the node can reach, handed out in parts. What is
/// summed over ranks lies here, so that the sum copies nothing. Members of a group find each
/// other's part at the same offset only if all earlier parts have the same size on each of them:
/// take equal parts first.
class SharedArena {
public:
  /// All ranks together. `bytes` is the sum of bytes_of() all parts.
  SharedArena(Runtime &runtime, std::size_t bytes)
      : begin_(static_cast<std::byte *>(runtime.allocate_shared(bytes))), bytes_(bytes) {}

  /// What a part of `count` elements takes.
  template <class T> static constexpr std::size_t bytes_of(std::int64_t count) {
    return (static_cast<std::size_t>(count) * sizeof(T) + kAlignment - 1) / kAlignment * kAlignment;
  }

  /// The next `count` elements, zeroed, on a cache line of their own.
  template <class T> std::span<T> take(std::int64_t count) {
    std::byte *part = begin_ + used_;
    used_ += bytes_of<T>(count);
    return {reinterpret_cast<T *>(part), static_cast<std::size_t>(count)};
  }

  std::size_t bytes() const { return bytes_; }

private:
  static constexpr std::size_t kAlignment = 64;
  std::byte *begin_;
  std::size_t bytes_;
  std::size_t used_ = 0;
};

} // namespace brigade::by_hand
