#include "brigade/ir/interpret.hpp"

#include "brigade/core/error.hpp"
#include "brigade/ir/infer_types.hpp"
#include "brigade/ir/interpret/evaluate_by_kind.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>

namespace brigade {

namespace {

Literal evaluate_one(const Instruction &instruction, std::span<const Literal> operands,
                     const TensorType &type) {
  switch (info(instruction.operation).kind) {
  case OperationKind::source:
    return evaluate_source(instruction, operands, type);
  case OperationKind::elementwise:
    return evaluate_elementwise(instruction, operands, type);
  case OperationKind::shape:
    return evaluate_shape(instruction, operands, type);
  case OperationKind::contraction:
    return evaluate_contraction(instruction, operands, type);
  case OperationKind::reduction:
    return evaluate_reduction(instruction, operands, type);
  case OperationKind::rows:
    return evaluate_rows(instruction, operands, type);
  default:
    return operands[0]; // an annotation
  }
}

void require_one_device(Operation operation) {
  const OperationKind kind = info(operation).kind;
  if (kind == OperationKind::collective || operation == Operation::manual)
    throw InputError(fmt::format("{} is for programs of many devices, and the interpreter is one",
                                 to_string(operation)));
  if (operation == Operation::grad)
    throw InputError("grad stands for instructions that expand_grads writes; call that first");
}

void check_arguments(const Block &block, std::span<const Literal> arguments) {
  if (arguments.size() != block.parameters.size())
    throw InputError(fmt::format("@{} takes {} argument{}, and got {}", block.name,
                                 block.parameters.size(), block.parameters.size() == 1 ? "" : "s",
                                 arguments.size()));
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const Value &parameter = block.value(block.parameters[i]);
    if (arguments[i].type() != parameter.type)
      throw InputError(fmt::format("argument {} of @{}{} is {}, and got {}", i, block.name,
                                   parameter.name.empty() ? "" : " (" + parameter.name + ")",
                                   to_string(parameter.type), to_string(arguments[i].type())));
  }
}

std::vector<Literal> run(const Program &program, const Block &block,
                         std::span<const Literal> arguments, const AfterInstruction &after) {
  std::vector<Literal> values(block.values.size());
  const auto at = [&](ValueId id) -> Literal & {
    return values[static_cast<std::size_t>(id.index)];
  };
  for (std::size_t i = 0; i < arguments.size(); ++i)
    at(block.parameters[i]) = arguments[i];
  for (const Instruction &instruction : block.instructions) {
    std::vector<Literal> operands;
    for (const ValueId operand : instruction.operands)
      operands.push_back(at(operand));
    std::vector<Literal> results;
    if (instruction.operation == Operation::call)
      results = run(program, program.block(std::get<CallAttributes>(instruction.attributes).block),
                    operands, after);
    else
      results = evaluate(instruction, operands);
    for (std::size_t i = 0; i < results.size(); ++i)
      at(instruction.results[i]) = std::move(results[i]);
    if (after)
      after(block, instruction);
  }
  std::vector<Literal> results;
  for (const Result &result : block.results)
    results.push_back(at(result.value));
  return results;
}

} // namespace

std::vector<Literal> evaluate(const Instruction &instruction, std::span<const Literal> operands) {
  std::vector<TensorType> types;
  for (const Literal &operand : operands)
    types.push_back(operand.type());
  const std::string source = to_string(instruction.source);
  try {
    require_one_device(instruction.operation);
    if (instruction.operation == Operation::barrier)
      return {operands.begin(), operands.end()};
    return {evaluate_one(instruction, operands,
                         infer_types(instruction.operation, types, instruction.attributes).at(0))};
  } catch (const InputError &error) {
    throw InputError(fmt::format("{}{}{}", source, source.empty() ? "" : ": ", error.what()));
  }
}

std::vector<Literal> interpret(const Program &program, std::span<const Literal> arguments,
                               const AfterInstruction &after) {
  check_arguments(program.main(), arguments);
  return run(program, program.main(), arguments, after);
}

} // namespace brigade
