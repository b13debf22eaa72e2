#include "brigade/gspmd/operation_cost.hpp"

#include <algorithm>

namespace brigade {

namespace {

double ceil_divided(std::int64_t size, std::int64_t parts) {
  return static_cast<double>(size / parts + (size % parts != 0));
}

/// One instruction, as it is cut.
struct CutInstruction {
  const Block &block;
  const Instruction &instruction;
  const Rule &rule;
  const FactorAxes &axes;
  const Mesh &mesh;

  /// Of the largest block of a value.
  double elements(ValueId id, const ValueFactors &value) const {
    const TensorType &type = block.type(id);
    double elements = 1;
    for (std::size_t dim = 0; dim < value.size(); ++dim) {
      std::int64_t count = 1;
      for (const std::size_t factor : value[dim])
        count *= device_count(axes[factor], mesh);
      elements *= ceil_divided(type.shape[dim], count);
    }
    return elements;
  }

  /// Calls each(id, elements) for what a device reads and writes. Of a gather's table it reads the
  /// rows that it looks up, as many as it writes.
  template <class Each> void for_each_value(const Each &each) const {
    const bool is_gather = instruction.operation == Operation::gather;
    for (std::size_t i = 0; i < instruction.operands.size(); ++i)
      each(instruction.operands[i], is_gather && i == 0
                                        ? elements(instruction.results[0], rule.results[0])
                                        : elements(instruction.operands[i], rule.operands[i]));
    for (std::size_t i = 0; i < instruction.results.size(); ++i)
      each(instruction.results[i], elements(instruction.results[i], rule.results[i]));
  }

  /// The loops of a dot run over all its factors, one within the other; anything else has one
  /// operation for each element of its largest operand or result.
  double flops() const {
    double flops = 0;
    if (instruction.operation == Operation::dot) {
      flops = 2;
      for (std::size_t f = 0; f < rule.factors.size(); ++f)
        flops *= ceil_divided(rule.factors[f].size, device_count(axes[f], mesh));
    } else {
      for_each_value([&](ValueId, double elements) { flops = std::max(flops, elements); });
    }
    return flops;
  }

  double bytes() const {
    double bytes = 0;
    for_each_value([&](ValueId id, double elements) {
      bytes += elements * static_cast<double>(size_of(block.type(id).dtype));
    });
    return bytes;
  }
};

} // namespace

double operation_seconds(const Block &block, const Instruction &instruction, const Rule &rule,
                         const FactorAxes &axes, const Mesh &mesh, const MachineProfile &profile) {
  if (instruction.operation == Operation::barrier)
    return 0;
  const CutInstruction cut{block, instruction, rule, axes, mesh};
  return std::max(cut.flops() / profile.flops_per_second, cut.bytes() / profile.bytes_per_second);
}

} // namespace brigade
