#include "brigade/ir/inline_calls.hpp"

#include "brigade/core/error.hpp"

#include <fmt/format.h>

#include <utility>
#include <vector>

namespace brigade {

namespace {

/// What cuts nothing is left out.
TensorSharding without_axes_of_size_1(TensorSharding sharding, const Mesh &mesh) {
  const auto cuts_nothing = [&](const std::string &axis) { return mesh.axis_size(axis) == 1; };
  for (DimensionSharding &dimension : sharding.dimensions)
    std::erase_if(dimension.axes, cuts_nothing);
  std::erase_if(sharding.unreduced, cuts_nothing);
  if (sharding.unreduced.empty())
    sharding.reduction = ReduceOp::sum;
  return sharding;
}

class Inliner {
public:
  Inliner(const Program &program, Block &into) : program_(program), into_(into) {}

  /// Copies a block's instructions; `values[i]` is what value i is called in the block written.
  void copy(const Block &block, std::vector<ValueId> &values, bool keep_names) {
    for (const Instruction &instruction : block.instructions) {
      if (into_.instructions.size() >= kMostInlinedInstructions)
        throw InputError(fmt::format("inlined, the calls of @{} come to more than {} instructions; "
                                     "let blocks call fewer blocks",
                                     program_.main().name, kMostInlinedInstructions));
      std::vector<ValueId> operands;
      for (const ValueId operand : instruction.operands)
        operands.push_back(values[index(operand)]);
      if (instruction.operation == Operation::call)
        copy_call(block, instruction, operands, values);
      else
        copy_instruction(block, instruction, std::move(operands), values, keep_names);
    }
  }

  ValueId define(const Value &value, bool keep_name) {
    into_.values.push_back({value.type, keep_name ? value.name : "", value.sharding});
    return {static_cast<std::int32_t>(into_.values.size() - 1)};
  }

private:
  static std::size_t index(ValueId id) { return static_cast<std::size_t>(id.index); }

  void copy_instruction(const Block &block, const Instruction &instruction,
                        std::vector<ValueId> operands, std::vector<ValueId> &values,
                        bool keep_names) {
    if (const std::string source = to_string(instruction.source);
        info(instruction.operation).kind == OperationKind::block)
      throw InputError(fmt::format(
          "{}{}{} in @{} cannot be inlined: {}", source, source.empty() ? "" : ": ",
          to_string(instruction.operation), block.name,
          instruction.operation == Operation::grad ? "expand the derivatives first"
                                                   : "manual regions stay as they are"));
    Instruction copied = instruction;
    copied.operands = std::move(operands);
    for (ValueId &result : copied.results)
      result = values[index(result)] = define(block.value(result), keep_names);
    into_.instructions.push_back(std::move(copied));
  }

  // What a parameter or result is annotated with in the called block is a constraint on the value.
  void copy_call(const Block &block, const Instruction &call, const std::vector<ValueId> &operands,
                 std::vector<ValueId> &values) {
    const Block &callee = program_.block(std::get<CallAttributes>(call.attributes).block);
    std::vector<ValueId> inside(callee.values.size());
    for (std::size_t i = 0; i < operands.size(); ++i)
      inside[index(callee.parameters[i])] =
          constrained(operands[i], callee.value(callee.parameters[i]).sharding, call.source);
    copy(callee, inside, false);
    for (std::size_t i = 0; i < call.results.size(); ++i) {
      const Result &result = callee.results[i];
      values[index(call.results[i])] =
          constrained(constrained(inside[index(result.value)], result.sharding, call.source),
                      block.value(call.results[i]).sharding, call.source);
    }
  }

  ValueId constrained(ValueId value, const std::optional<TensorSharding> &sharding,
                      const SourceLine &source) {
    if (!sharding || lies_as(into_.value(value), *sharding))
      return value;
    const ValueId result = define({into_.type(value), "", {}}, false);
    into_.instructions.push_back(
        {Operation::constraint, {value}, {result}, ConstraintAttributes{*sharding}, source, {}});
    return result;
  }

  bool lies_as(const Value &value, const TensorSharding &sharding) const {
    return value.sharding && without_axes_of_size_1(*value.sharding, *program_.mesh) ==
                                 without_axes_of_size_1(sharding, *program_.mesh);
  }

  const Program &program_;
  Block &into_;
};

} // namespace

Program inline_calls(const Program &program) {
  if (program.blocks.size() == 1)
    return program;
  const Block &main = program.main();
  Block block;
  block.name = main.name;
  Inliner inliner(program, block);
  std::vector<ValueId> values(main.values.size());
  for (const ValueId parameter : main.parameters) {
    const ValueId copied = inliner.define(main.value(parameter), true);
    values[static_cast<std::size_t>(parameter.index)] = copied;
    block.parameters.push_back(copied);
  }
  inliner.copy(main, values, true);
  for (const Result &result : main.results)
    block.results.push_back(
        {values[static_cast<std::size_t>(result.value.index)], result.sharding, result.source});
  return {program.mesh, {std::move(block)}};
}

} // namespace brigade
