#include "brigade/runtime/steps/loop_step.hpp"

#include "brigade/core/error.hpp"

#include <algorithm>
#include <utility>

namespace brigade {

LoopStep::LoopStep(Plan plan, std::byte *tile_memory)
    : plan_(std::move(plan)), tile_memory_(tile_memory), memories_(plan_.slots.size()),
      tiles_(plan_.slots.size()), rows_loaded_(plan_.slots.size(), 0),
      rows_taken_(plan_.totals.size(), 0) {
  for (std::size_t i = 0; i < plan_.slots.size(); ++i) {
    LoopSlot &slot = plan_.slots[i];
    const InMemory place{static_cast<std::uint32_t>(i),
                         static_cast<std::uint32_t>(slot.address.base),
                         static_cast<std::uint32_t>(slot.element()),
                         static_cast<std::ptrdiff_t>(slot.address.offset) +
                             slot.offset * static_cast<std::ptrdiff_t>(slot.element())};
    if (slot.kind == SlotKind::computed)
      tiles_[i] = tile_memory + slot.tile_offset;
    else if (slot.kind == SlotKind::number && slot.is_literal)
      tiles_[i] = slot.literal.data();
    else if (slot.kind == SlotKind::number)
      numbers_.push_back(place);
    else if (slot.kind == SlotKind::direct)
      direct_.push_back(place);
    else
      others_.push_back(i);
  }
  begins_.resize(direct_.size());
}

void LoopStep::run(Bases bases) {
  for (const InMemory &number : numbers_)
    tiles_[number.slot] = number.in(bases);
  for (std::size_t i = 0; i < direct_.size(); ++i)
    begins_[i] = direct_[i].in(bases);
  for (const std::size_t i : others_) {
    const LoopSlot &slot = plan_.slots[i];
    if (slot.kind != SlotKind::counted && !slot.is_literal)
      memories_[i] = slot.address.in(bases);
    rows_loaded_[i] = 0;
  }
  for (std::size_t i = 0; i < plan_.totals.size(); ++i) {
    const Total &total = plan_.totals[i];
    total.functions.begin(total.totals.in(bases), total.count);
    rows_taken_[i] = 0;
  }
  const std::int64_t rows = plan_.walk.rows(), columns = plan_.walk.columns();
  try {
    if (columns > plan_.tile) {
      for (std::int64_t row = 0; row < rows; ++row)
        for (std::int64_t column = 0; column < columns; column += plan_.tile) {
          const Tile tile{row, 1, column, std::min(plan_.tile, columns - column),
                          row * columns + column};
          run_tile(tile);
          add_to_totals(bases, tile);
        }
    } else if (columns > 0) {
      const std::int64_t at_a_time = plan_.tile / columns;
      for (std::int64_t row = 0; row < rows; row += at_a_time) {
        const Tile tile{row, std::min(at_a_time, rows - row), 0, columns, row * columns};
        run_tile(tile);
        add_to_totals(bases, tile);
      }
    }
  } catch (const InputError &error) {
    fail(error.what());
  }
  for (const Total &total : plan_.totals) {
    total.functions.flush(total.totals.in(bases), total.count);
    total.functions.end(total.totals.in(bases), total.count, total.result.in(bases));
  }
}

void LoopStep::run_tile(const Tile &tile) {
  for (std::size_t i = 0; i < direct_.size(); ++i)
    tiles_[direct_[i].slot] =
        begins_[i] + tile.begin * static_cast<std::ptrdiff_t>(direct_[i].element);
  for (const std::size_t slot : others_)
    find_tile(slot, tile);
  for (call_ = 0; call_ < plan_.calls.size(); ++call_) {
    const Call &call = plan_.calls[call_];
    if (call.chain != nullptr)
      call.chain->run(tiles_.data(), tile.count());
    else
      call.function(tiles_[call.out], tiles_[call.a], tiles_[call.b], tiles_[call.c], tile.count());
  }
}

void LoopStep::find_tile(std::size_t index, const Tile &tile) {
  const LoopSlot &slot = plan_.slots[index];
  if (slot.kind == SlotKind::row) {
    tiles_[index] = memories_[index] +
                    (slot.offset + plan_.walk.offset_of_row(tile.row, slot.strides) + tile.column) *
                        static_cast<std::ptrdiff_t>(slot.element());
    return;
  }
  tiles_[index] = tile_memory_ + slot.tile_offset;
  if (slot.repeats_rows && tile.columns == plan_.walk.columns()) {
    if (rows_loaded_[index] >= tile.rows)
      return;
    rows_loaded_[index] = tile.rows;
  }
  if (slot.kind == SlotKind::counted)
    count_tile(slot, plan_.walk, tile, tiles_[index]);
  else
    load_tile(slot, plan_.walk, tile, memories_[index], tiles_[index]);
}

void LoopStep::add_to_totals(Bases bases, const Tile &tile) {
  for (std::size_t i = 0; i < plan_.totals.size(); ++i) {
    const Total &total = plan_.totals[i];
    std::byte *totals = total.totals.in(bases);
    const std::byte *from = tiles_[total.slot];
    const std::size_t row_bytes =
        static_cast<std::size_t>(tile.columns) * plan_.slots[total.slot].element();
    const auto add = [&](std::int64_t row, std::int64_t step, const std::byte *x,
                         std::int64_t rows) {
      const std::int64_t first = plan_.walk.offset_of_row(row, total.strides);
      if (total.keeps_columns)
        total.functions.add_columns(totals, total.count, first + tile.column, x, rows,
                                    tile.columns);
      else
        total.functions.add_rows(totals, first, step, x, rows, tile.columns);
    };
    if (!total.keeps_columns && total.count == 1)
      total.functions.add_rows(totals, 0, 0, from, 1, tile.count());
    else if (total.row_step && (!total.keeps_columns || total.row_step == 0))
      add(tile.row, *total.row_step, from, tile.rows);
    else
      for (std::int64_t row = 0; row < tile.rows; ++row, from += row_bytes)
        add(tile.row + row, 0, from, 1);
    if (!total.keeps_columns)
      continue;
    rows_taken_[i] += tile.rows;
    if (rows_taken_[i] >= total.rows_to_flush &&
        tile.column + tile.columns == plan_.walk.columns()) {
      total.functions.flush(totals, total.count);
      rows_taken_[i] = 0;
    }
  }
}

void LoopStep::fail(const std::string &what) const {
  const std::string &source = plan_.sources[call_];
  throw InputError(source.empty() ? what : source + ": " + what);
}

} // namespace brigade
