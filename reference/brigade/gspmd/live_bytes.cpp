#include "brigade/gspmd/live_bytes.hpp"

#include "brigade/gspmd/instruction_cost.hpp"
#include "brigade/gspmd/partitioned_block.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>

namespace brigade {

namespace {

std::size_t index(ValueId id) { return static_cast<std::size_t>(id.index); }

/// When the values of a block are held. What nobody uses is held by the instruction that makes it.
struct Uses {
  std::vector<std::size_t> first, last;
};

using Instructions = std::vector<const Instruction *>;

Instructions instructions_of(const Block &block) {
  Instructions all;
  for (const Instruction &instruction : block.instructions)
    all.push_back(&instruction);
  return all;
}

Uses uses_of(const Block &block, const Instructions &instructions) {
  Uses uses{std::vector<std::size_t>(block.values.size(), instructions.size()),
            std::vector<std::size_t>(block.values.size(), 0)};
  for (std::size_t i = 0; i < instructions.size(); ++i) {
    for (const ValueId result : instructions[i]->results)
      uses.last[index(result)] = i;
    for (const ValueId operand : instructions[i]->operands) {
      uses.first[index(operand)] = std::min(uses.first[index(operand)], i);
      uses.last[index(operand)] = i;
    }
  }
  for (const Result &result : block.results)
    uses.last[index(result.value)] = instructions.size();
  for (const ValueId parameter : block.parameters)
    uses.last[index(parameter)] = instructions.size();
  for (const Instruction *instruction : instructions)
    if (moves_data(*instruction)) {
      std::size_t awaited = instructions.size();
      for (const ValueId result : instruction->results)
        awaited = std::min(awaited, uses.first[index(result)]);
      for (const ValueId operand : instruction->operands)
        uses.last[index(operand)] = std::max(uses.last[index(operand)], awaited);
    }
  return uses;
}

/// Of each block that is called: its name, and what it takes besides its parameters.
using BytesInCalls = std::map<std::string, double>;

double bytes_of_parameters(const Block &block, const std::vector<double> &bytes) {
  double all = 0;
  for (const ValueId parameter : block.parameters)
    all += bytes[index(parameter)];
  return all;
}

std::vector<double> bytes_of_values(const Block &block, const Mesh &mesh) {
  std::vector<double> bytes;
  for (const Value &value : block.values)
    bytes.push_back(largest_block_bytes(
        value.type, value.sharding.value_or(replicated_sharding(value.type.rank())), mesh));
  return bytes;
}

double live_bytes(const Block &block, const Instructions &instructions,
                  const std::vector<double> &bytes, const BytesInCalls &in_calls) {
  const Uses uses = uses_of(block, instructions);
  std::vector<double> freed(instructions.size() + 1, 0);
  for (std::size_t i = 0; i < block.values.size(); ++i)
    freed[uses.last[i]] += bytes[i];
  double held = bytes_of_parameters(block, bytes), most = held;
  for (std::size_t i = 0; i < instructions.size(); ++i) {
    if (instructions[i]->operation == Operation::call)
      most = std::max(most, held + in_calls.at(callee_of(*instructions[i])));
    for (const ValueId result : instructions[i]->results)
      held += bytes[index(result)];
    most = std::max(most, held);
    held -= freed[i];
  }
  return most;
}

double live_bytes(const Program &partitioned, const Instructions &instructions) {
  BytesInCalls in_calls;
  for (std::size_t b = 0; b + 1 < partitioned.blocks.size(); ++b) {
    const Block &block = partitioned.blocks[b];
    const std::vector<double> bytes = bytes_of_values(block, *partitioned.mesh);
    in_calls[block.name] = live_bytes(block, instructions_of(block), bytes, in_calls) -
                           bytes_of_parameters(block, bytes);
  }
  const Block &main = partitioned.main();
  return live_bytes(main, instructions, bytes_of_values(main, *partitioned.mesh), in_calls);
}

} // namespace

double live_bytes(const Program &partitioned) {
  return live_bytes(partitioned, instructions_of(partitioned.main()));
}

double live_bytes(const Program &partitioned, const std::vector<TimedInstruction> &instructions) {
  Instructions all;
  for (const TimedInstruction &timed : instructions)
    all.push_back(&timed.instruction());
  return live_bytes(partitioned, all);
}

} // namespace brigade
