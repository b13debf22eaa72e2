#include "brigade/runtime/steps/make_steps.hpp"

#include "brigade/core/error.hpp"
#include "brigade/ir/literal.hpp"
#include "brigade/runtime/executor/literal_bytes.hpp"
#include "brigade/runtime/steps/argmax_step.hpp"
#include "brigade/runtime/steps/collective_step.hpp"
#include "brigade/runtime/steps/integer_product_step.hpp"
#include "brigade/runtime/steps/parts_step.hpp"
#include "brigade/runtime/steps/product_step.hpp"
#include "brigade/runtime/steps/random_step.hpp"
#include "brigade/runtime/steps/rows_step.hpp"

#include <fmt/format.h>

#include <cstring>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

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
  if (source.instruction(instruction).operation == Operation::shard_slice)
    return cut_step(runtime, partitioned, source, unit);
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
  case Operation::dot:
    return integer_product_step(source, unit);
  default:
    throw Error(
        fmt::format("{} has no step", to_string(source.instruction(instruction).operation)));
  }
}

/// Starts a collective, or awaits it.
class PartStep final : public Step {
public:
  PartStep(std::shared_ptr<CollectiveStep> collective, StepPart part)
      : collective_(std::move(collective)), part_(part) {}
  void run(Bases bases) override {
    part_ == StepPart::start ? collective_->start(bases) : collective_->finish(bases);
  }

private:
  std::shared_ptr<CollectiveStep> collective_;
  StepPart part_;
};

UnitStep part_of(std::size_t unit, const std::shared_ptr<CollectiveStep> &collective,
                 StepPart part) {
  return {unit, std::make_unique<PartStep>(collective, part), part};
}

/// Another step, while collectives are on their way: messages move on when somebody looks after
/// them.
class AdvancingStep final : public Step {
public:
  AdvancingStep(std::unique_ptr<Step> step,
                std::vector<std::shared_ptr<CollectiveStep>> collectives)
      : step_(std::move(step)), collectives_(std::move(collectives)) {}
  void run(Bases bases) override {
    step_->run(bases);
    for (const std::shared_ptr<CollectiveStep> &collective : collectives_)
      collective->advance();
  }

private:
  std::unique_ptr<Step> step_;
  std::vector<std::shared_ptr<CollectiveStep>> collectives_;
};

struct InFlight {
  std::size_t unit, awaited;
  std::shared_ptr<CollectiveStep> collective;
};

std::vector<std::shared_ptr<CollectiveStep>> collectives_of(const std::vector<InFlight> &flights) {
  std::vector<std::shared_ptr<CollectiveStep>> collectives;
  for (const InFlight &flight : flights)
    collectives.push_back(flight.collective);
  return collectives;
}

} // namespace

StepList make_steps(const Runtime &runtime, const Program &partitioned, const StepSource &source,
                    std::byte *tile_memory) {
  StepList list;
  std::vector<InFlight> in_flight; // in the order in which they were started
  const auto await_before = [&](std::size_t place) {
    for (const InFlight &flight : in_flight)
      if (flight.awaited == place)
        list.steps.push_back(part_of(flight.unit, flight.collective, StepPart::await));
    std::erase_if(in_flight, [&](const InFlight &flight) { return flight.awaited == place; });
  };
  for (std::size_t place = 0; place < source.plan.order.size(); ++place) {
    const std::size_t unit = source.plan.order[place];
    await_before(place);
    if (const std::optional<std::size_t> awaited = source.plan.awaited[unit]) {
      in_flight.push_back({unit, *awaited, collective_step(runtime, partitioned, source, unit)});
      list.started.push_back(in_flight.back().collective);
      list.steps.push_back(part_of(unit, list.started.back(), StepPart::start));
      continue;
    }
    std::unique_ptr<Step> step = make_step(runtime, partitioned, source, unit, tile_memory);
    if (step == nullptr)
      continue;
    if (!in_flight.empty())
      step = std::make_unique<AdvancingStep>(std::move(step), collectives_of(in_flight));
    list.steps.push_back({unit, std::move(step)});
  }
  await_before(source.plan.order.size());
  return list;
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
