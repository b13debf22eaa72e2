#include "brigade/ir/renumber.hpp"

#include <utility>

namespace brigade {

Block renumber(const Block &block) {
  Block result;
  result.name = block.name;
  std::vector<ValueId> now(block.values.size());
  const auto define = [&](ValueId id) {
    result.values.push_back(block.value(id));
    return now[static_cast<std::size_t>(id.index)] =
               ValueId{static_cast<std::int32_t>(result.values.size() - 1)};
  };
  for (const ValueId parameter : block.parameters)
    result.parameters.push_back(define(parameter));
  for (Instruction instruction : block.instructions) {
    for (ValueId &operand : instruction.operands)
      operand = now[static_cast<std::size_t>(operand.index)];
    for (ValueId &value : instruction.results)
      value = define(value);
    result.instructions.push_back(std::move(instruction));
  }
  for (Result last : block.results) {
    last.value = now[static_cast<std::size_t>(last.value.index)];
    result.results.push_back(std::move(last));
  }
  return result;
}

} // namespace brigade
