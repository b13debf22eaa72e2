#include "brigade/gspmd/plan_tables.hpp"

#include "brigade/gspmd/collective_cost.hpp"
#include "brigade/gspmd/operation_cost.hpp"

#include <algorithm>
#include <map>

namespace brigade {

namespace {

const std::vector<std::string> &axes_of(const Instruction &instruction) {
  return std::visit(
      [](const auto &attributes) -> const std::vector<std::string> & {
        static const std::vector<std::string> none;
        if constexpr (requires { attributes.axes; })
          return attributes.axes;
        else
          return none;
      },
      instruction.attributes);
}

TensorSharding sharding_in(const Block &block, ValueId id) {
  const Value &value = block.value(id);
  return value.sharding.value_or(replicated_sharding(value.type.rank()));
}

// The axes over which the factors run, as the operands and results lie.
FactorAxes axes_in_place(const Block &block, const Instruction &instruction, const Rule &rule,
                         const Mesh &mesh) {
  FactorAxes axes(rule.factors.size());
  const auto read = [&](const std::vector<ValueId> &ids, const std::vector<ValueFactors> &values) {
    for (std::size_t i = 0; i < ids.size(); ++i) {
      const FactorAxes side =
          factor_axes_of(rule, values[i], layout_of(sharding_in(block, ids[i]), mesh), mesh);
      for (std::size_t f = 0; f < axes.size(); ++f)
        if (side[f].size() > axes[f].size())
          axes[f] = side[f];
    }
  };
  read(instruction.operands, rule.operands);
  read(instruction.results, rule.results);
  return axes;
}

CollectiveCost cost_of(const Block &block, const Instruction &instruction, const Mesh &mesh,
                       const MachineProfile &profile) {
  AxisSet axes;
  for (const std::string &axis : axes_of(instruction))
    axes |= AxisSet(static_cast<Axis>(mesh.axis_index(axis)));
  double bytes = 0; // of a bucket, all that travels in it
  for (std::size_t i = 0; i < instruction.operands.size(); ++i) {
    const ValueId operand = instruction.operands[i], result = instruction.results[i];
    const auto held = [&](ValueId id) {
      return largest_block_bytes(block.type(id), sharding_in(block, id), mesh);
    };
    bytes += counted_bytes(instruction.operation, held(operand), held(result));
  }
  return collective_cost(instruction.operation, axes, bytes, mesh, profile);
}

bool is_collective(const Instruction &instruction) {
  return info(instruction.operation).kind == OperationKind::collective;
}

} // namespace

double largest_block_bytes(const TensorType &type, const TensorSharding &sharding,
                           const Mesh &mesh) {
  double elements = 1;
  for (std::size_t dim = 0; dim < type.rank(); ++dim) {
    std::int64_t parts = 1;
    for (const std::string &axis : sharding.dimensions[dim].axes)
      parts *= mesh.axis_size(axis);
    elements *= static_cast<double>(type.shape[dim] / parts + (type.shape[dim] % parts != 0));
  }
  return elements * static_cast<double>(size_of(type.dtype));
}

std::vector<CollectiveUse> collectives_of(const Program &partitioned,
                                          const MachineProfile &profile) {
  std::vector<CollectiveUse> uses;
  const Block &block = partitioned.main();
  for (const Instruction &instruction : block.instructions) {
    if (!is_collective(instruction) || instruction.operation == Operation::shard_slice)
      continue;
    const CollectiveCost cost = cost_of(block, instruction, *partitioned.mesh, profile);
    const Cause cause = instruction.cause.value_or(
        Cause{block.value(instruction.operands[0]).name,
              std::string(to_string(instruction.operation)), "it stands in the program"});
    uses.push_back({instruction.operation, axes_of(instruction), cost.bytes, cost.seconds,
                    cause.value, cause.operation, to_string(instruction.source), cause.reason});
  }
  return uses;
}

PlanCost cost_of(const Program &partitioned, const MachineProfile &profile) {
  PlanCost cost;
  const Block &block = partitioned.main();
  for (const Instruction &instruction : block.instructions)
    if (is_collective(instruction)) {
      cost.communication_seconds += cost_of(block, instruction, *partitioned.mesh, profile).seconds;
    } else {
      const Rule rule = rule_of(block, instruction);
      cost.compute_seconds += operation_seconds(
          block, instruction, rule, axes_in_place(block, instruction, rule, *partitioned.mesh),
          *partitioned.mesh, profile);
    }
  return cost;
}

double peak_bytes(const Program &partitioned) {
  const Block &block = partitioned.main();
  const auto bytes = [&](ValueId id) {
    return largest_block_bytes(block.type(id), sharding_in(block, id), *partitioned.mesh);
  };
  std::map<ValueId, std::size_t> last_use;
  for (std::size_t i = 0; i < block.instructions.size(); ++i) {
    for (const ValueId result : block.instructions[i].results)
      last_use[result] = i;
    for (const ValueId operand : block.instructions[i].operands)
      last_use[operand] = i;
  }
  for (const Result &result : block.results)
    last_use[result.value] = block.instructions.size();
  double held = 0;
  for (const ValueId parameter : block.parameters) {
    held += bytes(parameter);
    last_use[parameter] = block.instructions.size();
  }
  double most = held;
  for (std::size_t i = 0; i < block.instructions.size(); ++i) {
    std::vector<ValueId> ended;
    for (const std::vector<ValueId> *ids :
         {&block.instructions[i].operands, &block.instructions[i].results})
      for (const ValueId id : *ids)
        if (last_use[id] == i && std::ranges::find(ended, id) == ended.end())
          ended.push_back(id);
    for (const ValueId result : block.instructions[i].results)
      held += bytes(result);
    most = std::max(most, held);
    for (const ValueId id : ended)
      held -= bytes(id);
  }
  return most;
}

} // namespace brigade
