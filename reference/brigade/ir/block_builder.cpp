#include "brigade/ir/block_builder.hpp"

#include "brigade/core/error.hpp"
#include "brigade/ir/element_number.hpp"
#include "brigade/ir/infer_types.hpp"
#include "brigade/ir/renumber.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace brigade {

namespace {

void round_numbers(Attributes &attributes, const std::vector<TensorType> &operands) {
  if (auto *constant = std::get_if<ConstantAttributes>(&attributes))
    for (double &number : constant->numbers)
      number = rounded_to_element(number, constant->type.dtype);
  if (auto *pad = std::get_if<PadAttributes>(&attributes); pad && !operands.empty())
    pad->value = rounded_to_element(pad->value, operands[0].dtype);
}

} // namespace

ValueId BlockBuilder::define(TensorType type, std::string name) {
  block_.values.push_back({std::move(type), std::move(name), {}});
  return {static_cast<std::int32_t>(block_.values.size() - 1)};
}

ValueId BlockBuilder::parameter(TensorType type, std::string name,
                                std::optional<TensorSharding> sharding) {
  const ValueId id = define(std::move(type), std::move(name));
  block_.value(id).sharding = std::move(sharding);
  block_.parameters.push_back(id);
  return id;
}

ValueId BlockBuilder::append(Operation operation, std::vector<ValueId> operands,
                             Attributes attributes, SourceLine source,
                             std::optional<Cause> cause) {
  const ValueId result =
      append_all(operation, std::move(operands), std::move(attributes), std::move(source)).at(0);
  block_.instructions.back().cause = std::move(cause);
  return result;
}

std::vector<ValueId> BlockBuilder::append_all(Operation operation, std::vector<ValueId> operands,
                                              Attributes attributes, SourceLine source,
                                              const Block *callee) {
  std::vector<TensorType> types;
  for (const ValueId operand : operands)
    types.push_back(type(operand));
  round_numbers(attributes, types);
  std::vector<ValueId> results;
  try {
    for (TensorType &result : infer_types(operation, types, attributes, callee))
      results.push_back(define(std::move(result)));
  } catch (const InputError &error) {
    if (source.line == 0)
      throw;
    throw InputError(fmt::format("{}: {}", to_string(source), error.what()));
  }
  block_.instructions.push_back(
      {operation, std::move(operands), results, std::move(attributes), std::move(source), {}});
  return results;
}

ValueId BlockBuilder::alias(ValueId id) {
  const ValueId alias = define(type(id));
  aliases_[alias] = id;
  return alias;
}

std::optional<ValueId> BlockBuilder::original(ValueId id) const {
  const auto at = aliases_.find(id);
  return at == aliases_.end() ? std::optional<ValueId>() : at->second;
}

std::vector<ValueId> BlockBuilder::replace_call(std::size_t instruction, const Block &callee) {
  Instruction &call = block_.instructions.at(instruction);
  std::get<CallAttributes>(call.attributes).block = callee.name;
  for (std::size_t i = call.results.size(); i < callee.results.size(); ++i)
    call.results.push_back(define(callee.type(callee.results[i].value)));
  return call.results;
}

Block BlockBuilder::finish(std::vector<Result> results) && {
  block_.results = std::move(results);
  const auto put_back = [&](ValueId &id) {
    while (const std::optional<ValueId> other = original(id))
      id = *other;
  };
  for (Instruction &instruction : block_.instructions)
    std::ranges::for_each(instruction.operands, put_back);
  for (Result &result : block_.results)
    put_back(result.value);
  return renumber(std::move(block_));
}

} // namespace brigade
