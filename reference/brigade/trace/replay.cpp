#include "brigade/trace/replay.hpp"

#include "brigade/core/error.hpp"
#include "brigade/ir/inline_calls.hpp"
#include "brigade/trace/gradient.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>

namespace brigade {

namespace {

using Names = std::set<std::string>;

Names names_of(const Block &block) {
  Names names;
  for (const Value &value : block.values)
    if (!value.name.empty())
      names.insert(value.name);
  return names;
}

std::vector<Tensor> replay(Recording &recording, const Block &block,
                           const std::vector<Tensor> &arguments, const Names &of_callers);

// The loss that a grad instruction names, recorded in its place, and differentiated.
std::vector<Tensor> expand(Recording &recording, const Instruction &grad,
                           std::vector<Tensor> operands, const Names &of_callers) {
  const auto &[name, wrt] = std::get<GradAttributes>(grad.attributes);
  const Block &loss = recording.blocks().find(name);
  std::vector<Tensor> inputs;
  for (const std::int64_t i : wrt) {
    Tensor &operand = operands[static_cast<std::size_t>(i)];
    operand = recording.tensor(recording.builder().alias(operand.id()));
    inputs.push_back(operand);
  }
  // How the block wants its arguments to lie, it wants here too.
  for (std::size_t i = 0; i < operands.size(); ++i)
    if (const auto &sharding = loss.value(loss.parameters[i]).sharding)
      operands[i] = recording
                        .append(Operation::constraint, {operands[i]},
                                ConstraintAttributes{*sharding}, grad.source)
                        .at(0);
  return gradient(replay(recording, loss, operands, of_callers).front(), inputs, grad.source);
}

// Values keep names that neither an earlier one has nor a value of the blocks whose grad leads
// here.
std::vector<Tensor> replay(Recording &recording, const Block &block,
                           const std::vector<Tensor> &arguments, const Names &of_callers) {
  std::vector<Tensor> now(block.values.size());
  const auto at = [&](ValueId id) -> Tensor & { return now[static_cast<std::size_t>(id.index)]; };
  for (std::size_t i = 0; i < arguments.size(); ++i)
    at(block.parameters[i]) = arguments[i];
  Names taken = names_of(recording.builder().block());
  taken.insert(of_callers.begin(), of_callers.end());
  Names of_outer_blocks = names_of(block);
  of_outer_blocks.insert(of_callers.begin(), of_callers.end());
  for (const Instruction &instruction : block.instructions) {
    if (recording.builder().block().instructions.size() > kMostInlinedInstructions)
      throw InputError(fmt::format("with its derivatives written out, @{} comes to more than {} "
                                   "instructions; take fewer derivatives of derivatives",
                                   block.name, kMostInlinedInstructions));
    std::vector<Tensor> operands, results;
    for (const ValueId operand : instruction.operands)
      operands.push_back(at(operand));
    if (instruction.operation == Operation::grad)
      results = expand(recording, instruction, operands, of_outer_blocks);
    else
      results = recording.append(instruction.operation, operands, instruction.attributes,
                                 instruction.source);
    for (std::size_t i = 0; i < results.size(); ++i) {
      at(instruction.results[i]) = results[i];
      const Value &value = block.value(instruction.results[i]);
      if (!value.name.empty() && taken.insert(value.name).second)
        recording.builder().name(results[i].id(), value.name);
      if (value.sharding)
        recording.builder().annotate(results[i].id(), *value.sharding);
    }
  }
  std::vector<Tensor> results;
  for (const Result &result : block.results)
    results.push_back(at(result.value));
  return results;
}

} // namespace

std::vector<Tensor> replay(Recording &recording, const Block &block,
                           const std::vector<Tensor> &arguments) {
  return replay(recording, block, arguments, {});
}

} // namespace brigade
