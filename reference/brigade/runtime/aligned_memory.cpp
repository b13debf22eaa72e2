#include "brigade/runtime/aligned_memory.hpp"

#include <algorithm>
#include <new>
#include <utility>
#include <vector>

namespace brigade {

namespace {

constexpr std::align_val_t kAlignment{64};

} // namespace

std::shared_ptr<std::byte> allocate_aligned(std::size_t bytes) {
  auto *memory =
      static_cast<std::byte *>(::operator new(std::max<std::size_t>(bytes, 1), kAlignment));
  return {memory, [](std::byte *owned) { ::operator delete(owned, kAlignment); }};
}

struct RecycledMemory::Kept {
  struct Piece {
    std::size_t bytes;
    std::shared_ptr<std::byte> memory;
  };
  std::size_t most_pieces;
  std::vector<Piece> pieces;
};

RecycledMemory::RecycledMemory(std::size_t most_pieces)
    : kept_(std::make_shared<Kept>(most_pieces, std::vector<Kept::Piece>())) {}

std::shared_ptr<std::byte> RecycledMemory::allocate(std::size_t bytes) const {
  const auto piece = std::ranges::find(kept_->pieces, bytes, &Kept::Piece::bytes);
  std::shared_ptr<std::byte> memory;
  if (piece == kept_->pieces.end()) {
    memory = allocate_aligned(bytes);
  } else {
    memory = std::move(piece->memory);
    kept_->pieces.erase(piece);
  }
  std::byte *begin = memory.get();
  return {begin, [memory = std::move(memory), bytes, kept = std::weak_ptr(kept_)](std::byte *) {
            if (const std::shared_ptr<Kept> keeper = kept.lock();
                keeper != nullptr && keeper->pieces.size() < keeper->most_pieces)
              keeper->pieces.push_back({bytes, memory});
          }};
}

} // namespace brigade
