#include "brigade/ir/renumber.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace brigade {

namespace {

bool is_in_order(const Block &block) {
  std::int32_t next = 0;
  const auto is_next = [&](ValueId id) { return id.index == next++; };
  return std::ranges::all_of(block.parameters, is_next) &&
         std::ranges::all_of(block.instructions,
                             [&](const Instruction &instruction) {
                               return std::ranges::all_of(instruction.results, is_next);
                             }) &&
         static_cast<std::size_t>(next) == block.values.size();
}

} // namespace

Block renumber(Block block) {
  if (is_in_order(block))
    return block;
  Block result;
  result.name = std::move(block.name);
  std::vector<ValueId> now(block.values.size());
  const auto define = [&](ValueId id) {
    result.values.push_back(std::move(block.value(id)));
    return now[static_cast<std::size_t>(id.index)] =
               ValueId{static_cast<std::int32_t>(result.values.size() - 1)};
  };
  for (const ValueId parameter : block.parameters)
    result.parameters.push_back(define(parameter));
  for (Instruction &instruction : block.instructions) {
    for (ValueId &operand : instruction.operands)
      operand = now[static_cast<std::size_t>(operand.index)];
    for (ValueId &value : instruction.results)
      value = define(value);
    result.instructions.push_back(std::move(instruction));
  }
  for (Result &last : block.results) {
    last.value = now[static_cast<std::size_t>(last.value.index)];
    result.results.push_back(std::move(last));
  }
  return result;
}

} // namespace brigade
