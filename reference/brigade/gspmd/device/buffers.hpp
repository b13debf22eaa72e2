#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace brigade {

/// Memory that is in use from one unit to another, both included, as counted in their order.
struct PlannedBuffer {
  std::size_t bytes = 0;
  std::size_t first = 0, last = 0;
  bool shared = false;
  std::optional<std::size_t> whole = {}; ///< the buffer that it is a part of
  std::size_t offset = 0;                ///< in that, or in the arena
};

/// Gives each whole buffer an offset such that none that are in use at one time overlap: the
/// largest ones first, each as low as it fits, at a multiple of 64 bytes. Returns the bytes of the
/// arena.
std::size_t place_buffers(std::vector<PlannedBuffer> &buffers, bool shared);

/// What is taken of the memory that devices share for an arena of so many bytes: one of sixteen
/// sizes between two powers of two, all multiples of 64, so that what a program leaves fits others
/// too. 0 for 0.
std::size_t shared_memory_bytes(std::size_t arena);

} // namespace brigade
