#include "brigade/runtime/steps/loop_slot.hpp"

#include "brigade/runtime/tiles/element_type.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>

namespace brigade {

namespace {

// One element in all of a row. A row that is shorter than a cache line is written as a whole one:
// the next row is written over what is too much.
template <class T> void fill_row(T *row, std::int64_t columns, T element) {
  std::array<T, kCacheLine / sizeof(T)> line;
  if (columns > static_cast<std::int64_t>(line.size())) {
    std::fill_n(row, columns, element);
    return;
  }
  line.fill(element);
  std::memcpy(row, line.data(), sizeof line);
}

// The first row in the place of each of the others.
template <class T> void repeat_first_row(T *rows, const Tile &tile) {
  for (std::int64_t done = tile.columns; done < tile.count();) {
    const std::int64_t more = std::min(done, tile.count() - done);
    std::memcpy(rows + done, rows, static_cast<std::size_t>(more) * sizeof(T));
    done += more;
  }
}

/// Calls write(row, number of its first element, stride of its elements) for each row of a tile
/// that is not the one before it again.
template <class T, class Write>
void write_rows(const LoopSlot &slot, const LoopWalk &walk, const Tile &tile, T *to, Write write) {
  const std::int64_t stride = slot.strides.back(), rows = slot.repeats_rows ? 1 : tile.rows;
  const std::int64_t begin = slot.offset + tile.column * stride;
  const auto write_row = [&](std::int64_t row, std::int64_t offset) {
    write(to + row * tile.columns, begin + offset, stride);
  };
  if (const std::optional<std::int64_t> step = walk.row_step(slot.strides))
    for (std::int64_t row = 0; row < rows; ++row)
      write_row(row, (tile.row + row) * *step);
  else
    for (std::int64_t row = 0; row < rows; ++row)
      write_row(row, walk.offset_of_row(tile.row + row, slot.strides));
  if (slot.repeats_rows)
    repeat_first_row(to, tile);
}

template <class T>
void load(const LoopSlot &slot, const LoopWalk &walk, const Tile &tile, const T *from, T *to) {
  write_rows(slot, walk, tile, to, [&](T *row, std::int64_t first, std::int64_t stride) {
    if (stride == 1)
      std::memcpy(row, from + first, static_cast<std::size_t>(tile.columns) * sizeof(T));
    else if (stride == 0)
      fill_row(row, tile.columns, from[first]);
    else
      for (std::int64_t i = 0; i < tile.columns; ++i)
        row[i] = from[first + i * stride];
  });
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
    write_rows(slot, walk, tile, reinterpret_cast<T *>(to),
               [&](T *row, std::int64_t first, std::int64_t stride) {
                 for (std::int64_t i = 0; i < tile.columns; ++i)
                   row[i] = static_cast<T>(first + i * stride);
               });
  });
}

} // namespace brigade
