#include "brigade/gspmd/operation_cost.hpp"

#include <algorithm>

namespace brigade {

namespace {

double ceil_divided(std::int64_t size, std::int64_t parts) {
  return static_cast<double>(size / parts + (size % parts != 0));
}

/// Of the largest block of a value.
double elements_of(const TensorType &type, const ValueFactors &value, const FactorAxes &axes,
                   const Mesh &mesh) {
  double elements = 1;
  for (std::size_t dim = 0; dim < value.size(); ++dim) {
    std::int64_t count = 1;
    for (const std::size_t factor : value[dim])
      count *= device_count(axes[factor], mesh);
    elements *= ceil_divided(type.shape[dim], count);
  }
  return elements;
}

/// Of the loops over all factors, one within the other.
double points_of(const Rule &rule, const FactorAxes &axes, const Mesh &mesh) {
  double points = 1;
  for (std::size_t f = 0; f < rule.factors.size(); ++f)
    points *= ceil_divided(rule.factors[f].size, device_count(axes[f], mesh));
  return points;
}

} // namespace

// Only a dot's loops stand one within the other; anything else has one operation for each element
// of its largest operand or result. Of a gather's table a device reads the rows that it looks up,
// as many as it writes.
double operation_seconds(const Block &block, const Instruction &instruction, const Rule &rule,
                         const FactorAxes &axes, const Mesh &mesh, const MachineProfile &profile) {
  if (instruction.operation == Operation::barrier)
    return 0;
  double largest = 0, bytes = 0;
  const auto add = [&](ValueId id, const ValueFactors &value) {
    const TensorType &type = block.type(id);
    const double elements = elements_of(type, value, axes, mesh);
    largest = std::max(largest, elements);
    bytes += elements * static_cast<double>(size_of(type.dtype));
  };
  for (std::size_t i = 0; i < instruction.operands.size(); ++i)
    if (instruction.operation == Operation::gather && i == 0)
      add(instruction.results[0], rule.results[0]);
    else
      add(instruction.operands[i], rule.operands[i]);
  for (std::size_t i = 0; i < instruction.results.size(); ++i)
    add(instruction.results[i], rule.results[i]);
  const double flops =
      instruction.operation == Operation::dot ? 2 * points_of(rule, axes, mesh) : largest;
  return std::max(flops / profile.flops_per_second, bytes / profile.bytes_per_second);
}

} // namespace brigade
