#pragma once

#include "brigade/core/dtype.hpp"
#include "brigade/runtime/steps/loop_walk.hpp"
#include "brigade/runtime/steps/step.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace brigade {

/// How a loop comes to the elements of a tile of one of its values.
enum class SlotKind {
  number,  ///< one element, for all
  direct,  ///< they lie in memory as the loop runs over them
  row,     ///< they lie in memory so in each row; tiles are pieces of rows
  loaded,  ///< they are gathered into tile memory first
  counted, ///< they follow from their places (iota)
  computed ///< into tile memory, by the loop
};

struct LoopSlot {
  SlotKind kind = SlotKind::computed;
  DType type = DType::f32;
  bool is_literal = false; ///< number, loaded: it is the element in `literal`
  alignas(8) std::array<std::byte, 8> literal{};
  Address address;                   ///< of what lies in memory
  std::int64_t offset = 0;           ///< from there, in elements
  std::vector<std::int64_t> strides; ///< over the walk's dimensions
  bool repeats_rows = false;         ///< loaded, counted: all tiles of whole rows are the same
  std::size_t tile_offset = 0;       ///< in tile memory

  std::size_t element() const { return size_of(type); }
};

/// Behind a tile in tile memory there is room for so many bytes: short rows are written as whole
/// cache lines.
inline constexpr std::size_t kCacheLine = 64;

/// Gathers a tile from the memory at `from`, where the slot's root begins, into tile memory.
void load_tile(const LoopSlot &slot, const LoopWalk &walk, const Tile &tile, const std::byte *from,
               std::byte *to);
/// The numbers offset + the sum of index * stride.
void count_tile(const LoopSlot &slot, const LoopWalk &walk, const Tile &tile, std::byte *to);

} // namespace brigade
