#include "brigade/runtime/steps/make_steps.hpp"

#include "brigade/ir/literal.hpp"
#include "brigade/runtime/executor/literal_bytes.hpp"
#include "brigade/runtime/steps/argmax_step.hpp"
#include "brigade/runtime/steps/collective_step.hpp"
#include "brigade/runtime/steps/interpreter_step.hpp"
#include "brigade/runtime/steps/parts_step.hpp"
#include "brigade/runtime/steps/product_step.hpp"
#include "brigade/runtime/steps/random_step.hpp"
#include "brigade/runtime/steps/rows_step.hpp"

#include <cstring>

namespace brigade {

namespace {

std::unique_ptr<Step> make_step(const Runtime &runtime, const Program &partitioned,
                                const StepSource &source, std::size_t unit,
                                std::byte *tile_memory) {
  switch (source.units.units[unit].kind) {
  case UnitKind::alias:
    return nullptr;
  case UnitKind::loop:
    return loop_step(source, unit, tile_memory);
  case UnitKind::product:
    return product_step(source, unit, tile_memory);
  case UnitKind::other:
    break;
  }
  const std::size_t instruction = source.units.units[unit].instructions[0];
  if (source.instruction(instruction).operation == Operation::constant)
    return nullptr; // it was written when the steps were made
  if (source.program.is_collective(instruction))
    return collective_step(runtime, partitioned, source, unit);
  switch (source.instruction(instruction).operation) {
  case Operation::argmax:
    return argmax_step(source, unit);
  case Operation::gather:
  case Operation::scatter_add:
  case Operation::update_row:
    return rows_step(source, unit);
  case Operation::pad:
  case Operation::concat:
    return parts_step(source, unit);
  case Operation::random:
    return random_step(source, unit);
  default:
    return interpreter_step(source, unit);
  }
}

} // namespace

std::vector<UnitStep> make_steps(const Runtime &runtime, const Program &partitioned,
                                 const StepSource &source, std::byte *tile_memory) {
  std::vector<UnitStep> steps;
  for (const std::size_t unit : source.plan.order)
    if (std::unique_ptr<Step> step = make_step(runtime, partitioned, source, unit, tile_memory))
      steps.push_back({unit, std::move(step)});
  return steps;
}

void write_constants(const StepSource &source, std::byte *constants) {
  for (const Unit &unit : source.units.units) {
    const Instruction &instruction = source.instruction(unit.instructions[0]);
    if (unit.kind != UnitKind::other || instruction.operation != Operation::constant)
      continue;
    const auto &attributes = std::get<ConstantAttributes>(instruction.attributes);
    const Literal literal = Literal::from_numbers(attributes.type, attributes.numbers);
    const ValueId value = instruction.results[0];
    if (literal.size() > 0)
      std::memcpy(constants + source.plan.places[static_cast<std::size_t>(value.index)].offset,
                  bytes_of(literal), static_cast<std::size_t>(literal.type().bytes()));
  }
}

} // namespace brigade
