#include "brigade/gspmd/operation_cost.hpp"

#include <algorithm>

namespace brigade {

namespace {

double ceil_divided(std::int64_t size, std::int64_t parts) {
  return static_cast<double>(size / parts + (size % parts != 0));
}

} // namespace

double operation_seconds(const Block &block, const Instruction &instruction, const Rule &rule,
                         const FactorAxes &axes, const Mesh &mesh, const MachineProfile &profile) {
  if (instruction.operation == Operation::barrier)
    return 0;
  double points = 1; // of the loops over all factors
  for (std::size_t f = 0; f < rule.factors.size(); ++f)
    points *= ceil_divided(rule.factors[f].size, device_count(axes[f], mesh));
  const double flops = instruction.operation == Operation::dot ? 2 * points : points;
  double bytes = 0;
  const auto add_bytes = [&](ValueId id, const ValueFactors &value) {
    const TensorType &type = block.type(id);
    double elements = 1;
    for (std::size_t dim = 0; dim < value.size(); ++dim) {
      std::int64_t count = 1;
      for (const std::size_t factor : value[dim])
        count *= device_count(axes[factor], mesh);
      elements *= ceil_divided(type.shape[dim], count);
    }
    bytes += elements * static_cast<double>(size_of(type.dtype));
  };
  for (std::size_t i = 0; i < instruction.operands.size(); ++i)
    add_bytes(instruction.operands[i], rule.operands[i]);
  for (std::size_t i = 0; i < instruction.results.size(); ++i)
    add_bytes(instruction.results[i], rule.results[i]);
  return std::max(flops / profile.flops_per_second, bytes / profile.bytes_per_second);
}

} // namespace brigade
