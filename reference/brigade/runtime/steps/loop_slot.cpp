#include "brigade/runtime/steps/loop_slot.hpp"

#include "brigade/runtime/tiles/element_type.hpp"

#include <algorithm>
#include <cstring>

namespace brigade {

namespace {

template <class T>
void load(const LoopSlot &slot, const LoopWalk &walk, const Tile &tile, const T *from, T *to) {
  const std::int64_t stride = slot.strides.back();
  for (std::int64_t row = 0; row < tile.rows; ++row, to += tile.columns) {
    const T *first = from + slot.offset + walk.offset_of_row(tile.row + row, slot.strides) +
                     tile.column * stride;
    if (stride == 1)
      std::memcpy(to, first, static_cast<std::size_t>(tile.columns) * sizeof(T));
    else if (stride == 0)
      std::fill_n(to, tile.columns, *first);
    else
      for (std::int64_t i = 0; i < tile.columns; ++i)
        to[i] = first[i * stride];
  }
}

} // namespace

void load_tile(const LoopSlot &slot, const LoopWalk &walk, const Tile &tile, const std::byte *from,
               std::byte *to) {
  if (slot.is_literal)
    from = slot.literal.data();
  with_element_type(slot.type, [&]<class T>() {
    load(slot, walk, tile, reinterpret_cast<const T *>(from), reinterpret_cast<T *>(to));
  });
}

void count_tile(const LoopSlot &slot, const LoopWalk &walk, const Tile &tile, std::byte *to) {
  with_element_type(slot.type, [&]<class T>() {
    auto *numbers = reinterpret_cast<T *>(to);
    const std::int64_t stride = slot.strides.back();
    for (std::int64_t row = 0; row < tile.rows; ++row, numbers += tile.columns) {
      const std::int64_t first =
          slot.offset + walk.offset_of_row(tile.row + row, slot.strides) + tile.column * stride;
      for (std::int64_t i = 0; i < tile.columns; ++i)
        numbers[i] = static_cast<T>(first + i * stride);
    }
  });
}

} // namespace brigade
