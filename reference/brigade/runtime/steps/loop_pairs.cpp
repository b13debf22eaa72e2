#include "brigade/runtime/steps/loop_pairs.hpp"

#include <algorithm>
#include <map>

namespace brigade {

LoopPairs
find_loop_pairs(const StepSource &source, const Unit &unit,
                const std::function<bool(std::size_t inner, std::size_t outer)> &has_function) {
  const std::size_t count = unit.instructions.size();
  LoopPairs pairs{std::vector<std::optional<std::size_t>>(count), std::vector<bool>(count, false)};
  std::map<ValueId, std::size_t> makers, uses;
  std::vector<std::size_t> stores_before(count + 1, 0); // by the instructions before each
  for (std::size_t i = 0; i < count; ++i) {
    const Instruction &instruction = source.instruction(unit.instructions[i]);
    makers[instruction.results[0]] = i;
    for (const ValueId operand : instruction.operands)
      ++uses[operand];
    const bool stores = std::ranges::find(unit.writes, instruction.results[0]) != unit.writes.end();
    stores_before[i + 1] = stores_before[i] + (stores ? 1 : 0);
  }
  for (std::size_t outer = 0; outer < count; ++outer)
    for (const ValueId operand : source.instruction(unit.instructions[outer]).operands) {
      const auto maker = makers.find(operand);
      if (maker == makers.end() || uses[operand] != 1)
        continue;
      const std::size_t inner = maker->second;
      if (pairs.inner[inner] || stores_before[inner] != stores_before[outer] ||
          (pairs.inner[outer] && *pairs.inner[outer] > inner) || !has_function(inner, outer))
        continue;
      if (pairs.inner[outer])
        pairs.is_inner[*pairs.inner[outer]] = false;
      pairs.inner[outer] = inner;
      pairs.is_inner[inner] = true;
    }
  return pairs;
}

} // namespace brigade
