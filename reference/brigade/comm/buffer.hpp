#pragma once

#include <cstddef>

namespace brigade {

/// Elements that a collective reads, and how many there are. The type stands beside it in the call.
struct ConstBuffer {
  const void *data = nullptr;
  std::size_t count = 0;
};

/// Elements that a collective writes, and how many there are.
struct Buffer {
  void *data = nullptr;
  std::size_t count = 0;
};

} // namespace brigade
