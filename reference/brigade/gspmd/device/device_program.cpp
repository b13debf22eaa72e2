#include "brigade/gspmd/device/device_program.hpp"

#include "brigade/core/error.hpp"
#include "brigade/gspmd/device/largest_block.hpp"
#include "brigade/gspmd/local_program.hpp"
#include "brigade/gspmd/partitioned_block.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>

namespace brigade {

namespace {

bool changes_nothing(const Block &block, const Instruction &instruction) {
  switch (instruction.operation) {
  case Operation::stop_gradient:
  case Operation::constraint:
    return true;
  case Operation::convert:
  case Operation::reshape:
  case Operation::broadcast:
  case Operation::slice:
  case Operation::shard_slice: {
    // Of the same type, and so with the same elements in the same places.
    const auto *broadcast = std::get_if<BroadcastAttributes>(&instruction.attributes);
    return block.type(instruction.operands[0]) == block.type(instruction.results[0]) &&
           (broadcast == nullptr || std::ranges::is_sorted(broadcast->dims));
  }
  case Operation::transpose:
    return std::ranges::is_sorted(std::get<TransposeAttributes>(instruction.attributes).perm);
  default:
    return false;
  }
}

class Flattening {
public:
  Flattening(const Program &program, DeviceId device)
      : program_(program), main_(program.main()), device_(device), places_(main_.values.size()) {
    flat_.block.name = main_.name;
  }

  DeviceProgram write() && {
    for (const ValueId parameter : main_.parameters) {
      place(parameter) = define(local(parameter), parameter);
      flat_.block.parameters.push_back(place(parameter));
    }
    for (origin_ = 0; origin_ < main_.instructions.size(); ++origin_) {
      const Instruction &instruction = main_.instructions[origin_];
      if (info(instruction.operation).kind == OperationKind::collective)
        append_collective(instruction);
      else
        append_local(instruction);
    }
    for (const Result &result : main_.results)
      flat_.block.results.push_back({place(result.value), {}});
    return std::move(flat_);
  }

private:
  ValueId &place(ValueId id) { return places_[static_cast<std::size_t>(id.index)]; }

  TensorType local(ValueId id) const {
    const Value &value = main_.value(id);
    return local_type(value.type, *value.sharding, *program_.mesh, device_);
  }

  ValueId define(TensorType type, ValueId global = {}) {
    flat_.block.values.push_back(
        {std::move(type), global.index < 0 ? "" : main_.value(global).name, {}});
    flat_.global.push_back(global);
    return {static_cast<std::int32_t>(flat_.block.values.size()) - 1};
  }

  /// Appends it, or finds that its result is its operand.
  void append(Instruction instruction) {
    flat_.block.instructions.push_back(std::move(instruction));
    flat_.origin.push_back(origin_);
    flat_.permuted.push_back(0);
  }

  void append_collective(const Instruction &instruction) {
    Instruction copy = instruction;
    for (ValueId &operand : copy.operands)
      operand = place(operand);
    for (ValueId &result : copy.results) {
      const ValueId global = result;
      result = define(local(global), global);
      place(global) = result;
    }
    if (instruction.operation == Operation::shard_slice && changes_nothing(flat_.block, copy)) {
      place(instruction.results[0]) = copy.operands[0];
      return;
    }
    append(std::move(copy));
    if (instruction.operation == Operation::permute) {
      const Value &given = main_.value(instruction.operands[0]);
      flat_.permuted.back() =
          largest_block(given.type, *given.sharding, *program_.mesh, device_, axes_of(instruction));
    }
  }

  void append_local(const Instruction &instruction) {
    const Block local = local_program(program_, main_, instruction, device_);
    std::vector<ValueId> here(local.values.size());
    const auto at = [&](ValueId id) -> ValueId & {
      return here[static_cast<std::size_t>(id.index)];
    };
    for (std::size_t i = 0; i < local.parameters.size(); ++i)
      at(local.parameters[i]) = place(instruction.operands[i]);
    for (Instruction step : local.instructions) {
      if (changes_nothing(local, step)) {
        at(step.results[0]) = at(step.operands[0]);
        continue;
      }
      for (ValueId &operand : step.operands)
        operand = at(operand);
      for (ValueId &result : step.results) {
        const ValueId within = result;
        result = define(local.type(within));
        at(within) = result;
      }
      step.source = instruction.source;
      append(std::move(step));
    }
    for (std::size_t i = 0; i < instruction.results.size(); ++i) {
      const ValueId global = instruction.results[i];
      place(global) = at(local.results[i].value);
      ValueId &known = flat_.global[static_cast<std::size_t>(place(global).index)];
      if (known.index < 0) {
        known = global;
        flat_.block.value(place(global)).name = main_.value(global).name;
      }
    }
  }

  const Program &program_;
  const Block &main_;
  DeviceId device_;
  std::vector<ValueId> places_; // of the program's values in the flat block
  std::size_t origin_ = 0;
  DeviceProgram flat_;
};

} // namespace

bool DeviceProgram::is_collective(std::size_t instruction) const {
  return info(block.instructions[instruction].operation).kind == OperationKind::collective;
}

DeviceProgram device_program(const Program &partitioned, DeviceId device) {
  if (!partitioned.mesh)
    throw InputError("the program has no mesh, so it is no partitioned one; partition it first");
  const Block &block = partitioned.main();
  for (std::size_t i = 0; i < block.values.size(); ++i)
    if (const Value &value = block.values[i]; !value.sharding)
      throw InputError(fmt::format(
          "{} of @{} has no sharding, so the program is no partitioned one; partition it first",
          value.name.empty() ? fmt::format("value {}", i) : value.name, block.name));
  return Flattening(partitioned, device).write();
}

DeviceId device_with_largest_blocks(const Mesh &mesh) {
  // Block i of n ends at floor((i + 1) * size / n), so the last one is rounded up.
  return mesh.devices().at(mesh.size() - 1);
}

} // namespace brigade
