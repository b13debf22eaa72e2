#include "brigade/gspmd/instruction_cost.hpp"

#include "brigade/gspmd/factor_axes.hpp"
#include "brigade/gspmd/operation_cost.hpp"
#include "brigade/gspmd/partitioned_block.hpp"

#include <string>
#include <vector>

namespace brigade {

namespace {

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

CollectiveCost collective_cost(const Block &block, const Instruction &instruction, const Mesh &mesh,
                               const MachineProfile &profile) {
  AxisSet axes;
  for (const std::string &axis : axes_of(instruction))
    axes |= AxisSet(static_cast<Axis>(mesh.axis_index(axis)));
  if (instruction.operation == Operation::all_to_all) {
    const ValueId operand = instruction.operands[0], result = instruction.results[0];
    return collective_cost(instruction.operation, axes, block.type(operand),
                           layout_of(sharding_in(block, operand), mesh),
                           layout_of(sharding_in(block, result), mesh), mesh, profile);
  }
  double bytes = 0;
  for (std::size_t i = 0; i < instruction.operands.size(); ++i) {
    const auto held = [&](ValueId id) {
      return largest_block_bytes(block.type(id), sharding_in(block, id), mesh);
    };
    bytes += counted_bytes(instruction.operation, held(instruction.operands[i]),
                           held(instruction.results[i]));
  }
  return collective_cost(instruction.operation, axes, bytes, mesh, profile);
}

double instruction_seconds(const Block &block, const Instruction &instruction, const Mesh &mesh,
                           const MachineProfile &profile) {
  if (is_collective(instruction))
    return collective_cost(block, instruction, mesh, profile).seconds;
  const Rule rule = rule_of(block, instruction);
  return operation_seconds(block, instruction, rule, axes_in_place(block, instruction, rule, mesh),
                           mesh, profile);
}

} // namespace brigade
