#include "brigade/gspmd/partition.hpp"

#include "brigade/core/error.hpp"
#include "brigade/gspmd/strategy.hpp"
#include "brigade/ir/block_builder.hpp"

#include <fmt/format.h>

#include <utility>
#include <vector>

namespace brigade {

namespace {

class Partitioner {
public:
  Partitioner(const Program &program, const MachineProfile &profile)
      : block_(program.main()), mesh_(*program.mesh), plans_(mesh_, profile),
        builder_(block_.name), values_(block_.values.size()), layouts_(block_.values.size()),
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
      values_[index(parameter)] =
          builder_.parameter(value.type, value.name, closed(wanted(parameter)));
      layouts_[index(parameter)] = wanted(parameter);
    }
    for (const Instruction &instruction : block_.instructions) {
      if (instruction.operation == Operation::constraint)
        constrain(instruction);
      else
        compute(instruction);
    }
    std::vector<Result> results;
    for (const Result &result : block_.results) {
      const Layout layout =
          result.sharding ? layout_of(*result.sharding, mesh_) : layouts_[index(result.value)];
      const ValueId value =
          brought(values_[index(result.value)], layouts_[index(result.value)], layout,
                  {described(result.value), "return", "a result shall lie so"}, {});
      results.push_back({value, closed(layout)});
    }
    return std::move(builder_).finish(std::move(results));
  }

private:
  static std::size_t index(ValueId id) { return static_cast<std::size_t>(id.index); }

  Layout wanted(ValueId id) const {
    const Value &value = block_.value(id);
    return value.sharding ? layout_of(*value.sharding, mesh_)
                          : replicated_layout(value.type.rank());
  }

  TensorSharding closed(const Layout &layout) const { return sharding_of(layout, mesh_); }

  std::string described(ValueId id) const {
    if (const std::string &name = block_.value(id).name; !name.empty())
      return name;
    if (const Instruction *producer = producers_[index(id)])
      return fmt::format("the {}'s result", to_string(producer->operation));
    return fmt::format("parameter {}", id.index);
  }

  void constrain(const Instruction &instruction) {
    const ValueId from = instruction.operands[0], to = instruction.results[0];
    if (!can_become(layouts_[index(from)], wanted(to)))
      refuse(instruction, to);
    values_[index(to)] = brought(values_[index(from)], layouts_[index(from)], wanted(to),
                                 {described(from), "constraint", "the constraint says so"},
                                 instruction.source);
    layouts_[index(to)] = wanted(to);
  }

  void compute(const Instruction &instruction) {
    std::vector<Layout> operands, results;
    for (const ValueId operand : instruction.operands)
      operands.push_back(layouts_[index(operand)]);
    for (const ValueId result : instruction.results)
      results.push_back(wanted(result));
    const std::optional<PricedStrategy> cheapest = cheapest_strategy(
        block_, instruction, rule_of(block_, instruction), operands, results, plans_);
    if (!cheapest)
      refuse(instruction, instruction.results.at(0));
    const Strategy *strategy = &cheapest->strategy;
    std::vector<ValueId> local;
    for (std::size_t i = 0; i < operands.size(); ++i)
      local.push_back(brought(values_[index(instruction.operands[i])], operands[i],
                              strategy->operands[i],
                              {described(instruction.operands[i]),
                               std::string(to_string(instruction.operation)),
                               fmt::format("it is needed as {}", to_string(closed(
                                                                     strategy->operands[i])))},
                              instruction.source));
    const std::vector<ValueId> computed = builder_.append_all(
        instruction.operation, std::move(local), instruction.attributes, instruction.source);
    for (std::size_t i = 0; i < results.size(); ++i) {
      const ValueId result = instruction.results[i];
      builder_.annotate(computed[i], closed(strategy->results[i]));
      values_[index(result)] =
          brought(computed[i], strategy->results[i], results[i],
                  {described(result), std::string(to_string(instruction.operation)),
                   fmt::format("it is computed as {}", to_string(closed(strategy->results[i])))},
                  instruction.source);
      builder_.name(values_[index(result)], block_.value(result).name);
      layouts_[index(result)] = results[i];
    }
  }

  /// The value as it lies after the reshard, whose steps are written here.
  ValueId brought(ValueId value, const Layout &from, const Layout &to, const Cause &cause,
                  const SourceLine &source) {
    if (from == to)
      return value;
    for (const ReshardStep &step : plans_.between(builder_.type(value), from, to).steps) {
      value = builder_.append(step.operation, {value}, step.attributes, source, cause);
      builder_.annotate(value, closed(step.layout));
    }
    return value;
  }

  [[noreturn]] void refuse(const Instruction &instruction, ValueId result) const {
    const std::string source = to_string(instruction.source);
    throw InputError(fmt::format(
        "{}{}{} shall lie as {}, but {} does not leave partial results over these axes; cut a "
        "dimension that it sums over, or leave {{unreduced …}} out",
        source, source.empty() ? "" : ": ", described(result), to_string(closed(wanted(result))),
        to_string(instruction.operation)));
  }

  const Block &block_;
  const Mesh &mesh_;
  ReshardPlans plans_;
  BlockBuilder builder_;
  std::vector<ValueId> values_; // in the block that is written
  std::vector<Layout> layouts_;
  std::vector<const Instruction *> producers_; ///< of each value; null for a parameter
};

} // namespace

Program partition(const Program &program, const MachineProfile &profile) {
  if (!program.mesh)
    throw InputError("the program has no mesh; say which devices there are: mesh {x: 4, y: 2}");
  require_few_axes(*program.mesh);
  return {program.mesh, {Partitioner(program, profile).run()}};
}

} // namespace brigade
