#include "brigade/gspmd/joined_blocks.hpp"

#include "brigade/core/error.hpp"
#include "brigade/ir/value_names.hpp"

#include <fmt/format.h>

#include <string>
#include <utility>

namespace brigade {

namespace {

std::size_t index_of(const Program &program, const std::string &block) {
  return static_cast<std::size_t>(&program.block(block) - program.blocks.data());
}

ValueId value_id(std::size_t index) { return {static_cast<std::int32_t>(index)}; }

class Joining {
public:
  explicit Joining(const Program &program)
      : program_(program), is_written_(program.blocks.size(), false) {
    joined_.firsts.resize(program.blocks.size());
    joined_.results.resize(program.blocks.size());
    joined_.block.name = program.main().name;
    place_values();
    count_calls();
  }

  JoinedBlocks run() && {
    const std::size_t main = program_.blocks.size() - 1;
    write(main);
    joined_.block.parameters = program_.main().parameters;
    joined_.block.results = program_.main().results;
    return std::move(joined_);
  }

private:
  void place_values() {
    const std::size_t main = program_.blocks.size() - 1;
    std::vector<Value> &values = joined_.block.values;
    values = program_.main().values;
    for (std::size_t b = 0; b < main; ++b) {
      const Block &block = program_.blocks[b];
      joined_.firsts[b] = values.size();
      values.insert(values.end(), block.values.begin(), block.values.end());
    }
    for (std::size_t b = 0; b < main; ++b) {
      joined_.results[b] = values.size();
      for (const Result &result : program_.blocks[b].results)
        values.push_back({program_.blocks[b].type(result.value), "", result.sharding});
    }
    joined_.is_argument.resize(values.size(), false);
    for (std::size_t b = 0; b < main; ++b)
      for (const ValueId parameter : program_.blocks[b].parameters)
        joined_.is_argument[joined_.index(b, parameter)] = true;
  }

  // A block comes after those that it calls.
  void count_calls() {
    joined_.calls.resize(program_.blocks.size(), 0);
    joined_.calls.back() = 1;
    for (std::size_t b = program_.blocks.size(); b-- > 0;)
      for (const Instruction &instruction : program_.blocks[b].instructions)
        if (instruction.operation == Operation::call)
          joined_.calls[index_of(program_, callee_of(instruction))] += joined_.calls[b];
  }

  void write(std::size_t b) {
    is_written_[b] = true;
    const Block &block = program_.blocks[b];
    for (std::size_t i = 0; i < block.instructions.size(); ++i) {
      const Instruction &instruction = block.instructions[i];
      if (instruction.operation == Operation::call) {
        write_call(b, i);
        continue;
      }
      require_planned(instruction, block);
      Instruction own = instruction;
      for (std::vector<ValueId> *ids : {&own.operands, &own.results})
        for (ValueId &id : *ids)
          id = value_id(joined_.index(b, id));
      joined_.block.instructions.push_back(std::move(own));
      joined_.origins.push_back({b, i, JoinedBlocks::Step::own});
    }
  }

  // What is called is written where it is called first.
  void write_call(std::size_t b, std::size_t i) {
    const Instruction &call = program_.blocks[b].instructions[i];
    const std::size_t called = index_of(program_, callee_of(call));
    const Block &callee = program_.blocks[called];
    for (std::size_t k = 0; k < call.operands.size(); ++k)
      link(joined_.index(b, call.operands[k]), joined_.index(called, callee.parameters[k]),
           call.source, {b, i, JoinedBlocks::Step::argument});
    if (!is_written_[called]) {
      write(called);
      for (std::size_t k = 0; k < callee.results.size(); ++k)
        link(joined_.index(called, callee.results[k].value), joined_.results[called] + k,
             callee.results[k].source,
             {called, callee.instructions.size(), JoinedBlocks::Step::result});
    }
    for (std::size_t k = 0; k < call.results.size(); ++k)
      link(joined_.results[called] + k, joined_.index(b, call.results[k]), call.source,
           {b, i, JoinedBlocks::Step::call_result});
  }

  void link(std::size_t from, std::size_t to, const SourceLine &source,
            JoinedBlocks::Origin origin) {
    joined_.block.instructions.push_back(
        {Operation::constraint,
         {value_id(from)},
         {value_id(to)},
         ConstraintAttributes{open_sharding(joined_.block.values[from].type.rank())},
         source});
    joined_.origins.push_back(origin);
  }

  static void require_planned(const Instruction &instruction, const Block &block) {
    if (info(instruction.operation).kind != OperationKind::block)
      return;
    const std::string source = to_string(instruction.source);
    throw InputError(
        fmt::format("{}{}{} in @{} cannot be planned: {}", source, source.empty() ? "" : ": ",
                    to_string(instruction.operation), block.name,
                    instruction.operation == Operation::grad ? "expand the derivatives first"
                                                             : "manual regions stay as they are"));
  }

  const Program &program_;
  JoinedBlocks joined_;
  std::vector<bool> is_written_; ///< each block
};

} // namespace

JoinedBlocks joined_blocks(const Program &program) { return Joining(program).run(); }

std::vector<std::string> value_names_in(const Program &program, std::size_t block) {
  const Block &of = program.blocks[block];
  std::vector<std::string> names = value_names(of);
  if (&of != &program.main())
    for (std::string &name : names)
      name = fmt::format("@{}.{}", of.name, name);
  return names;
}

} // namespace brigade
