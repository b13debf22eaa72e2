#include "brigade/runtime/executor/execute_blocks.hpp"

#include "brigade/core/error.hpp"
#include "brigade/gspmd/local_program.hpp"
#include "brigade/ir/inline_calls.hpp"
#include "brigade/ir/interpret.hpp"
#include "brigade/runtime/executor/collective.hpp"

#include <fmt/format.h>

#include <utility>

namespace brigade {

namespace {

std::string described(const Value &value, ValueId id) {
  return value.name.empty() ? fmt::format("value {}", id.index) : value.name;
}

void check_program(const Runtime &runtime, const Program &program) {
  if (!program.mesh)
    throw InputError("the program has no mesh, so it is no partitioned one; partition it first");
  (void)runtime.group(*program.mesh, {}); // throws where the devices are not the ranks
  const Block &block = program.main();
  for (std::size_t i = 0; i < block.values.size(); ++i)
    if (!block.values[i].sharding)
      throw InputError(fmt::format("{} of @{} has no sharding, so the program is no partitioned "
                                   "one; partition it first",
                                   described(block.values[i], {static_cast<std::int32_t>(i)}),
                                   block.name));
}

void check_blocks(const Runtime &runtime, const Program &program, std::span<const Literal> blocks) {
  const Block &block = program.main();
  if (blocks.size() != block.parameters.size())
    throw InputError(fmt::format("@{} takes {} argument{}, and got {}", block.name,
                                 block.parameters.size(), block.parameters.size() == 1 ? "" : "s",
                                 blocks.size()));
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const Value &parameter = block.value(block.parameters[i]);
    const TensorType local =
        local_type(parameter.type, *parameter.sharding, *program.mesh, runtime.rank());
    if (blocks[i].type() != local)
      throw InputError(fmt::format(
          "argument {} of @{} ({}) is {} @ {}, of which rank {} holds {}, and it got {}", i,
          block.name, described(parameter, block.parameters[i]), to_string(parameter.type),
          to_string(*parameter.sharding), runtime.rank(), to_string(local),
          to_string(blocks[i].type())));
  }
}

} // namespace

std::vector<Literal> execute_blocks(const Runtime &runtime, const Program &with_calls,
                                    std::span<const Literal> blocks) {
  const Program partitioned = inline_calls(with_calls);
  check_program(runtime, partitioned);
  check_blocks(runtime, partitioned, blocks);
  const Block &block = partitioned.main();
  std::vector<Literal> values(block.values.size());
  const auto at = [&](ValueId id) -> Literal & {
    return values[static_cast<std::size_t>(id.index)];
  };
  for (std::size_t i = 0; i < blocks.size(); ++i)
    at(block.parameters[i]) = blocks[i];
  for (const Instruction &instruction : block.instructions) {
    std::vector<Literal> operands, results;
    for (const ValueId operand : instruction.operands)
      operands.push_back(at(operand));
    if (info(instruction.operation).kind == OperationKind::collective) {
      results = run_collective(runtime, partitioned, instruction, operands);
    } else {
      const Program local{{}, {local_program(partitioned, block, instruction, runtime.rank())}};
      results = interpret(local, operands);
    }
    for (std::size_t i = 0; i < results.size(); ++i)
      at(instruction.results[i]) = std::move(results[i]);
  }
  std::vector<Literal> results;
  for (const Result &result : block.results)
    results.push_back(at(result.value));
  return results;
}

const TensorSharding &result_sharding(const Block &partitioned, std::size_t result) {
  const Result &returned = partitioned.results.at(result);
  return returned.sharding ? *returned.sharding : *partitioned.value(returned.value).sharding;
}

} // namespace brigade
