#include "brigade/gspmd/partition.hpp"

#include "brigade/core/error.hpp"
#include "brigade/gspmd/joined_blocks.hpp"
#include "brigade/ir/block_builder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace brigade {

namespace {

class Partitioner {
public:
  Partitioner(const Program &program, std::size_t block, StrategyPrices &prices,
              const OperationClasses &classes)
      : program_(program), block_(program.blocks[block]), mesh_(*program.mesh), prices_(prices),
        classes_(classes[block]), names_(value_names_in(program, block)), builder_(block_.name),
        values_(block_.values.size()), layouts_(block_.values.size()), made_(block_.values.size()),
        producers_(block_.values.size(), nullptr) {
    for (const Value &value : block_.values)
      value.type.bytes(); // throws where they cannot be counted, and costs would turn negative
    for (const Instruction &instruction : block_.instructions)
      for (const ValueId result : instruction.results)
        producers_[index(result)] = &instruction;
  }

  Block run() && {
    for (const ValueId parameter : block_.parameters) {
      const Value &value = block_.value(parameter);
      const LayoutId layout = wanted(parameter);
      values_[index(parameter)] = builder_.parameter(value.type, value.name, closed(layout));
      layouts_[index(parameter)] = layout;
    }
    for (std::size_t i = 0; i < block_.instructions.size(); ++i) {
      const Instruction &instruction = block_.instructions[i];
      if (instruction.operation == Operation::constraint)
        constrain(instruction);
      else if (instruction.operation == Operation::call)
        call(instruction);
      else
        compute(instruction, classes_[i]);
      // What stands behind it does not share what was made before it.
      if (instruction.operation == Operation::barrier)
        made_.assign(made_.size(), {});
    }
    std::vector<Result> results;
    for (const Result &result : block_.results) {
      const std::size_t value = index(result.value);
      const LayoutId layout =
          result.sharding ? prices_.id_of(layout_of(*result.sharding, mesh_)) : layouts_[value];
      if (!prices_.is_possible_reshard(layouts_[value], layout))
        refuse_return(result, layout);
      results.push_back(
          {brought(values_[value], layouts_[value], layout, source_of(result),
                   [&] { return Cause{name(result.value), "return", "a result shall lie so"}; }),
           closed(layout)});
    }
    return std::move(builder_).finish(std::move(results));
  }

private:
  static std::size_t index(ValueId id) { return static_cast<std::size_t>(id.index); }

  LayoutId wanted(ValueId id) { return wanted(block_.value(id).type, block_.value(id).sharding); }

  LayoutId wanted(const TensorType &type, const std::optional<TensorSharding> &sharding) {
    return prices_.id_of(sharding ? layout_of(*sharding, mesh_) : replicated_layout(type.rank()));
  }

  TensorSharding closed(LayoutId layout) const {
    return sharding_of(prices_.layout(layout), mesh_);
  }

  /// As the tables call it.
  const std::string &name(ValueId id) const { return names_[index(id)]; }

  std::string described(ValueId id) const {
    if (const std::string &name = block_.value(id).name; !name.empty())
      return name;
    if (const Instruction *producer = producers_[index(id)])
      return fmt::format("the {}'s result", to_string(producer->operation));
    return fmt::format("parameter {}", id.index);
  }

  /// Where it is said how the result lies; else where its value is made.
  const SourceLine &source_of(const Result &result) const {
    const Instruction *producer = producers_[index(result.value)];
    return result.source.line == 0 && producer ? producer->source : result.source;
  }

  void constrain(const Instruction &instruction) {
    const ValueId from = instruction.operands[0], to = instruction.results[0];
    const LayoutId layout = wanted(to);
    if (!prices_.is_possible_reshard(layouts_[index(from)], layout))
      refuse(instruction, to);
    values_[index(to)] =
        brought(values_[index(from)], layouts_[index(from)], layout, instruction.source, [&] {
          return instruction.cause.value_or(
              Cause{name(from), "constraint", "the constraint says so"});
        });
    made_[index(from)].push_back(layout);
    layouts_[index(to)] = layout;
  }

  // The callee has its parameters and results in one place for all calls.
  void call(const Instruction &instruction) {
    const Block &callee = program_.block(callee_of(instruction));
    std::vector<ValueId> local;
    for (std::size_t i = 0; i < instruction.operands.size(); ++i) {
      const ValueId operand = instruction.operands[i];
      const Value &parameter = callee.value(callee.parameters[i]);
      const LayoutId from = layouts_[index(operand)],
                     to = wanted(parameter.type, parameter.sharding);
      if (!prices_.is_possible_reshard(from, to))
        refuse_argument(instruction, i, from, to);
      local.push_back(brought(values_[index(operand)], from, to, instruction.source, [&] {
        return Cause{name(operand), "call",
                     fmt::format("it is needed as {} by @{}", to_string(closed(to)), callee.name)};
      }));
      if (from != to && !is_made(operand, to))
        made_[index(operand)].push_back(to);
    }
    const std::vector<ValueId> returned = builder_.append_all(
        Operation::call, std::move(local), instruction.attributes, instruction.source, &callee);
    for (std::size_t i = 0; i < returned.size(); ++i) {
      const ValueId result = instruction.results[i];
      const LayoutId from = wanted(block_.type(result), callee.results[i].sharding),
                     to = wanted(result);
      if (!prices_.is_possible_reshard(from, to))
        refuse(instruction, result);
      builder_.annotate(returned[i], closed(from));
      values_[index(result)] = brought(returned[i], from, to, instruction.source, [&] {
        return Cause{
            name(result), "call",
            fmt::format("it is returned as {} by @{}", to_string(closed(from)), callee.name)};
      });
      builder_.name(values_[index(result)], block_.value(result).name);
      layouts_[index(result)] = to;
    }
  }

  bool is_made(ValueId id, LayoutId form) const {
    return std::ranges::find(made_[index(id)], form) != made_[index(id)].end();
  }

  void compute(const Instruction &instruction, OperationClassId operation_class) {
    std::vector<LayoutId> operands, results;
    for (const ValueId operand : instruction.operands)
      operands.push_back(layouts_[index(operand)]);
    for (const ValueId result : instruction.results)
      results.push_back(wanted(result));
    double seconds = 0;
    const Way *way = cheapest_way(
        prices_.ways(operation_class, operands, results), seconds,
        [&](std::size_t i, LayoutId form) { return is_made(instruction.operands[i], form); });
    if (!way)
      refuse(instruction, instruction.results.at(0));
    std::vector<ValueId> local;
    for (std::size_t i = 0; i < operands.size(); ++i) {
      const ValueId operand = instruction.operands[i];
      local.push_back(
          brought(values_[index(operand)], operands[i], way->operands[i], instruction.source, [&] {
            return Cause{name(operand), std::string(to_string(instruction.operation)),
                         fmt::format("it is needed as {}", to_string(closed(way->operands[i])))};
          }));
      if (way->operands[i] != operands[i] && !is_made(operand, way->operands[i]))
        made_[index(operand)].push_back(way->operands[i]);
    }
    const std::vector<ValueId> computed = builder_.append_all(
        instruction.operation, std::move(local), instruction.attributes, instruction.source);
    for (std::size_t i = 0; i < results.size(); ++i) {
      const ValueId result = instruction.results[i];
      builder_.annotate(computed[i], closed(way->results[i]));
      values_[index(result)] =
          brought(computed[i], way->results[i], results[i], instruction.source, [&] {
            return Cause{name(result), std::string(to_string(instruction.operation)),
                         fmt::format("it is computed as {}", to_string(closed(way->results[i])))};
          });
      builder_.name(values_[index(result)], block_.value(result).name);
      layouts_[index(result)] = results[i];
    }
  }

  /// The value as it lies after the reshard, whose steps are written here. `why` gives their cause.
  template <class Why>
  ValueId brought(ValueId value, LayoutId from, LayoutId to, const SourceLine &source, Why why) {
    if (from == to)
      return value;
    const TensorType type = builder_.type(value);
    const Reshard &reshard = prices_.reshard(type, from, to);
    if (reshard.steps.empty())
      return value;
    const Cause cause = why();
    for (const ReshardStep &step : reshard.steps) {
      value = builder_.append(step.operation, {value}, step.attributes, source, cause);
      builder_.annotate(value, sharding_of(step.layout, mesh_));
    }
    return value;
  }

  [[noreturn]] void refuse(const Instruction &instruction, ValueId result) const {
    const std::string source = to_string(instruction.source);
    throw InputError(fmt::format(
        "{}{}{} shall lie as {}, but {} does not leave partial results over these axes; cut a "
        "dimension that it sums over, or leave {{unreduced …}} out",
        source, source.empty() ? "" : ": ", described(result),
        to_string(closed(prices_.id_of(layout_of(block_.value(result).sharding.value(), mesh_)))),
        to_string(instruction.operation)));
  }

  [[noreturn]] void refuse_argument(const Instruction &call, std::size_t i, LayoutId from,
                                    LayoutId to) const {
    const std::string source = to_string(call.source);
    throw InputError(fmt::format(
        "{}{}{} lies as {}, and operand {} of the call of @{} shall lie as {}: partial results "
        "cannot be made from others; leave {{unreduced …}} out in the block",
        source, source.empty() ? "" : ": ", described(call.operands[i]), to_string(closed(from)), i,
        callee_of(call), to_string(closed(to))));
  }

  [[noreturn]] void refuse_return(const Result &result, LayoutId layout) const {
    const std::string source = to_string(result.source);
    throw InputError(fmt::format(
        "{}{}{} shall be returned as {}, and lies as {}: partial results cannot be made from whole "
        "ones; leave {{unreduced …}} out, or cut a dimension that is summed over",
        source, source.empty() ? "" : ": ", described(result.value), to_string(closed(layout)),
        to_string(closed(layouts_[index(result.value)]))));
  }

  const Program &program_;
  const Block &block_; ///< of the program
  const Mesh &mesh_;
  StrategyPrices &prices_;
  const std::vector<OperationClassId> &classes_; ///< of each instruction
  const std::vector<std::string> names_;
  BlockBuilder builder_;
  std::vector<ValueId> values_; // in the block that is written
  std::vector<LayoutId> layouts_;
  std::vector<std::vector<LayoutId>> made_;    ///< forms to which each value has been brought
  std::vector<const Instruction *> producers_; ///< of each value; null for a parameter
};

} // namespace

Program partition(const Program &program, const MachineProfile &profile) {
  if (!program.mesh)
    throw InputError("the program has no mesh; say which devices there are: mesh {x: 4, y: 2}");
  require_few_axes(*program.mesh);
  StrategyPrices prices(*program.mesh, profile);
  OperationClasses classes;
  for (const Block &block : program.blocks) {
    classes.emplace_back();
    for (const Instruction &instruction : block.instructions)
      classes.back().push_back(
          instruction.operation == Operation::call ? 0 : prices.class_of(block, instruction));
  }
  return partition(program, prices, classes);
}

Program partition(const Program &program, StrategyPrices &prices, const OperationClasses &classes) {
  Program partitioned{program.mesh, {}};
  for (std::size_t b = 0; b < program.blocks.size(); ++b)
    partitioned.blocks.push_back(Partitioner(program, b, prices, classes).run());
  return partitioned;
}

} // namespace brigade
