#pragma once

#include "brigade/runtime/steps/loop_slot.hpp"
#include "brigade/runtime/steps/step_memory.hpp"
#include "brigade/runtime/tiles/chain.hpp"
#include "brigade/runtime/tiles/tile_function.hpp"
#include "brigade/runtime/tiles/totals.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace brigade {

/// One pass over the elements of a shape, a tile of at most a few thousand at a time; all at once
/// where one call needs nothing in tile memory.
class LoopStep final : public Step {
public:
  /// One operation on a tile, or a chain of them, whose tiles are the slots.
  struct Call {
    TileFunction function;
    std::size_t out, a, b, c; ///< slots
    std::unique_ptr<TileChain> chain;
    std::size_t instruction; ///< for errors
  };
  /// A reduction that takes its part of each tile.
  struct Total {
    TotalsFunctions functions;
    std::size_t slot; ///< what is reduced
    Address totals, result;
    std::int64_t count;                   ///< elements of the result
    std::vector<std::int64_t> strides;    ///< of the result, over the walk's dimensions
    std::optional<std::int64_t> row_step; ///< from one row's part of it to the next one's
    bool keeps_columns;                   ///< not reduced along rows
    std::int64_t rows_to_flush;
  };
  struct Plan {
    LoopWalk walk;
    std::int64_t tile = 1; ///< elements
    std::vector<LoopSlot> slots;
    std::vector<Call> calls;
    std::vector<Total> totals;
    std::vector<std::string> sources; ///< of each call: its line in the user's source
  };
  LoopStep(Plan plan, std::byte *tile_memory);
  void run(Bases bases) override;

private:
  /// What a run has to know of a slot that lies in memory: where, from a base on. Packed, since on
  /// more ranks than cores all of it has left the caches when its turn comes again.
  struct InMemory {
    std::uint32_t slot, base;
    std::uint32_t element; ///< bytes
    std::ptrdiff_t offset; ///< bytes
    std::byte *in(Bases bases) const { return bases[base] + offset; }
  };

  void run_tile(const Tile &tile);
  void find_tile(std::size_t slot, const Tile &tile);
  void add_to_totals(Bases bases, const Tile &tile);
  [[noreturn]] void fail(const std::string &what) const;

  Plan plan_;
  std::byte *tile_memory_;
  std::vector<InMemory> numbers_;         // where each is found once a run
  std::vector<InMemory> direct_;          // a tile further for each tile
  std::vector<std::byte *> begins_;       // of each of those
  std::vector<std::size_t> others_;       // slots for whose tiles more is to be done
  std::vector<std::byte *> memories_;     // of each slot of those
  std::vector<std::byte *> tiles_;        // of each slot
  std::vector<std::int64_t> rows_loaded_; // of each slot that repeats its rows
  std::vector<std::int64_t> rows_taken_;  // of each total, since it was flushed
  std::size_t call_ = 0;
};

/// The step of a unit that is a loop. `tile_memory` has kTileMemory bytes, aligned to 64.
std::unique_ptr<Step> loop_step(const StepSource &source, std::size_t unit, std::byte *tile_memory);

/// A loop that writes what a view shows into memory, row-major: transposed, broadcast, sliced, or
/// made from nothing.
std::unique_ptr<Step> copy_step(const StepSource &source, const StridedView &view,
                                const Shape &shape, Address to, std::byte *tile_memory);

} // namespace brigade
