#pragma once

#include <cstddef>
#include <memory>

namespace brigade {

/// Memory that begins at a multiple of 64 bytes (a cache line, and the widest vector register),
/// also where it has no bytes. Throws std::bad_alloc.
std::shared_ptr<std::byte> allocate_aligned(std::size_t bytes);

/// Memory for results of one program: what their arrays give back is used again by its next runs,
/// for results of the same size. So many pieces are kept at most. Copies share what they keep.
class RecycledMemory {
public:
  explicit RecycledMemory(std::size_t most_pieces);
  /// What was given back, or else new memory.
  std::shared_ptr<std::byte> allocate(std::size_t bytes) const;

private:
  struct Kept;
  std::shared_ptr<Kept> kept_;
};

} // namespace brigade
