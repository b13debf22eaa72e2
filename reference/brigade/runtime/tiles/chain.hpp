#pragma once

#include "brigade/runtime/tiles/tile_function.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace brigade {

/// What an operation of a chain takes.
struct ChainOperand {
  enum class Kind {
    running, ///< what the operation before gave
    tile,
    number, ///< one element, for the whole tile
    inner,  ///< what the link's inner operation gives
  };
  Kind kind = Kind::running;
  std::size_t tile = 0; ///< which; of a number, where it lies
};

/// An operation of two tiles, or of a tile and a number, that is done together with another one.
struct InnerOperation {
  Operation operation = Operation::add;
  ChainOperand operands[2];
};

/// One operation of a chain: of the first operand alone, of two, or (select) of three.
struct ChainLink {
  Operation operation = Operation::add;
  ChainOperand operands[3];
  std::optional<InnerOperation> inner = {};
  std::optional<std::size_t> stored = {}; ///< the tile that the result is written to
};

/// Elementwise operations in one pass over their tiles. A result stays in registers for the next
/// operation, and comes to memory only where it is stored.
class TileChain {
public:
  virtual ~TileChain() = default;
  /// On n elements of each tile. A tile may be stored over another one that no later operation
  /// reads; they may not overlap otherwise, and no number may lie there. Bits are those of the
  /// operations' tile_functions, one after the other.
  virtual void run(std::byte *const *tiles, std::int64_t n) = 0;
};

/// Whether an operation can stand in a chain of this type: arithmetic of f32 and f64, and roots.
/// Comparisons and select can too, but only one right after the other: the select takes the
/// comparison as its first operand (running), which is not stored.
bool can_be_linked(Operation operation, DType type);
bool is_comparison(Operation operation);
/// Whether an operation can be the inner one of another, which takes what runs as its other
/// operand.
bool can_be_inner(Operation inner, Operation outer);

/// `type` is that of all tiles. The first link takes nothing that runs.
std::unique_ptr<TileChain> tile_chain(DType type, const std::vector<ChainLink> &links);

} // namespace brigade
