#include "brigade/gspmd/reuse_moves.hpp"

#include "brigade/gspmd/partitioned_block.hpp"
#include "brigade/ir/renumber.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace brigade {

namespace {

/// What two instructions that can be shared have in common.
struct Move {
  Operation operation;
  std::vector<ValueId> operands;
  std::vector<std::string> layouts; ///< of the results
  auto operator<=>(const Move &) const = default;
};

Move move_of(const Block &block, const Instruction &instruction) {
  Move move{instruction.operation, instruction.operands, {}};
  for (const ValueId result : instruction.results)
    move.layouts.push_back(to_string(block.value(result).sharding.value()));
  return move;
}

} // namespace

Program reuse_moves(Program partitioned) {
  Block &block = partitioned.main();
  std::map<Move, std::vector<ValueId>> done;
  std::vector<ValueId> instead(block.values.size());
  for (std::size_t i = 0; i < instead.size(); ++i)
    instead[i] = {static_cast<std::int32_t>(i)};
  const auto taken = [&](ValueId id) { return instead[static_cast<std::size_t>(id.index)]; };
  std::vector<Instruction> kept;
  for (Instruction &instruction : block.instructions) {
    for (ValueId &operand : instruction.operands)
      operand = taken(operand);
    if (is_collective(instruction)) {
      const auto [first, is_new] = done.emplace(move_of(block, instruction), instruction.results);
      if (!is_new) {
        for (std::size_t i = 0; i < instruction.results.size(); ++i)
          instead[static_cast<std::size_t>(instruction.results[i].index)] = first->second[i];
        continue;
      }
    }
    kept.push_back(std::move(instruction));
  }
  block.instructions = std::move(kept);
  for (Result &result : block.results)
    result.value = taken(result.value);
  block = renumber(std::move(block));
  return partitioned;
}

} // namespace brigade
