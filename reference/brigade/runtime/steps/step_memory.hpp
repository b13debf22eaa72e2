#pragma once

#include "brigade/gspmd/device/device_plan.hpp"
#include "brigade/runtime/steps/step.hpp"

#include <cstddef>
#include <vector>

namespace brigade {

/// Which memory has which number: three of the executor's, then the arguments, then the results.
struct StepMemory {
  static constexpr std::size_t kArena = 0, kShared = 1, kConstant = 2, kCallers = 3;
  std::size_t arguments = 0;

  std::size_t argument(std::size_t index) const { return kCallers + index; }
  std::size_t result(std::size_t index) const { return kCallers + arguments + index; }

  Address address(const MemoryPlace &place) const {
    switch (place.kind) {
    case MemoryKind::shared:
      return {kShared, place.offset};
    case MemoryKind::constant:
      return {kConstant, place.offset};
    case MemoryKind::argument:
      return {argument(place.index), place.offset};
    case MemoryKind::result:
      return {result(place.index), place.offset};
    default:
      return {kArena, place.offset};
    }
  }
};

/// All that steps are made from: what a device runs, in which units, and where its values lie.
struct StepSource {
  StepSource(const DevicePlan &device, StepMemory numbers)
      : program(device.program), units(device.units), plan(device.memory), memory(numbers),
        makers(program.block.values.size()) {
    for (std::size_t i = 0; i < program.block.instructions.size(); ++i)
      for (const ValueId result : program.block.instructions[i].results)
        makers[static_cast<std::size_t>(result.index)] = i;
  }

  const DeviceProgram &program;
  const Units &units;
  const MemoryPlan &plan;
  StepMemory memory;
  std::vector<std::size_t> makers; ///< instruction of each value that has one

  /// Of a value that is no parameter.
  const Instruction &maker(ValueId id) const {
    return instruction(makers[static_cast<std::size_t>(id.index)]);
  }
  const Instruction &instruction(std::size_t index) const {
    return program.block.instructions[index];
  }
  const TensorType &type(ValueId id) const { return program.block.type(id); }
  Address address(ValueId id) const {
    return memory.address(plan.places[static_cast<std::size_t>(id.index)]);
  }
  Address scratch(std::size_t unit) const { return memory.address(plan.scratch[unit]); }
};

} // namespace brigade
