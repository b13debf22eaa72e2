#include "brigade/trace/derivatives/activity.hpp"

#include "brigade/trace/derivatives/derivative.hpp"

#include <algorithm>
#include <optional>

namespace brigade {

namespace {

std::size_t at(ValueId id) { return static_cast<std::size_t>(id.index); }

// Which results of an instruction depend on its active operands.
std::vector<bool> active_results(const Instruction &instruction, const std::vector<bool> &active,
                                 const RecordedBlocks &blocks) {
  const auto is_active = [&](ValueId id) { return active[at(id)]; };
  std::vector<bool> operands;
  for (const ValueId operand : instruction.operands)
    operands.push_back(is_active(operand));
  if (instruction.operation == Operation::barrier)
    return operands;
  if (instruction.operation == Operation::call)
    return active_results_of(blocks.find(std::get<CallAttributes>(instruction.attributes).block),
                             operands, blocks);
  const Derivative known = derivative(instruction.operation);
  return std::vector<bool>(instruction.results.size(),
                           std::ranges::any_of(instruction.operands, is_active) &&
                               (known.rule || known.is_error));
}

} // namespace

std::vector<std::size_t> definitions(const Block &block) {
  std::vector<std::size_t> result(block.values.size(), kNoInstruction);
  for (std::size_t k = 0; k < block.instructions.size(); ++k)
    for (const ValueId id : block.instructions[k].results)
      result[at(id)] = k;
  return result;
}

std::vector<bool> active_values(const BlockBuilder &builder, const std::vector<ValueId> &inputs,
                                const RecordedBlocks &blocks) {
  const Block &block = builder.block();
  const std::vector<std::size_t> definition = definitions(block);
  std::vector<bool> active(block.values.size(), false), is_input(active);
  for (const ValueId input : inputs)
    is_input[at(input)] = true;
  for (std::size_t i = 0; i < active.size(); ++i) {
    const ValueId id{static_cast<std::int32_t>(i)};
    const std::size_t k = definition[i];
    if (is_input[i]) {
      active[i] = is_floating(block.type(id).dtype);
    } else if (const std::optional<ValueId> original = builder.original(id)) {
      active[i] = active[at(*original)];
    } else if (k != kNoInstruction && block.instructions[k].results.front() == id) {
      const Instruction &instruction = block.instructions[k];
      const std::vector<bool> results = active_results(instruction, active, blocks);
      for (std::size_t j = 0; j < results.size(); ++j)
        active[at(instruction.results[j])] =
            results[j] && is_floating(block.type(instruction.results[j]).dtype);
    }
  }
  return active;
}

std::vector<bool> active_results_of(const Block &block, const std::vector<bool> &active_arguments,
                                    const RecordedBlocks &blocks) {
  std::vector<ValueId> inputs;
  for (std::size_t i = 0; i < active_arguments.size(); ++i)
    if (active_arguments[i])
      inputs.push_back(block.parameters[i]);
  const std::vector<bool> active = active_values(BlockBuilder(block), inputs, blocks);
  std::vector<bool> results;
  for (const Result &result : block.results)
    results.push_back(active[at(result.value)]);
  return results;
}

} // namespace brigade
