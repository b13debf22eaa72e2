#include "programs/block_generator.hpp"
#include "programs/random_sharding.hpp"

#include <limits>
#include <utility>

namespace brigade::testing {

void BlockGenerator::add_annotation(Operation operation) {
  const auto first = any();
  if (!first)
    return;
  if (operation == Operation::constraint) {
    append(operation, {*first},
           ConstraintAttributes{random_sharding(choices_, *options_.mesh, type(*first).rank())},
           facts(*first));
    return;
  }
  std::vector<ValueId> operands{*first};
  while (choices_.chance(0.5))
    operands.push_back(*any());
  append_all(operation, operands, {}, worst(operands));
}

void BlockGenerator::add_block_operation(Operation operation) {
  if (callees_.empty())
    return;
  const Block &callee = callees_[static_cast<std::size_t>(
      choices_.below(static_cast<std::int64_t>(callees_.size())))];
  std::vector<ValueId> operands;
  for (const ValueId parameter : callee.parameters)
    operands.push_back(like(callee.type(parameter)));
  const Facts unknown{std::numeric_limits<double>::infinity(), false};
  if (operation == Operation::call) {
    append_all(operation, operands, CallAttributes{callee.name, choices_.chance(0.3)}, unknown,
               &callee);
    return;
  }
  if (operation == Operation::manual) {
    append_all(operation, operands, ManualAttributes{callee.name, random_axes()}, unknown, &callee);
    return;
  }
  const TensorType &loss = callee.type(callee.results.at(0).value);
  if (!loss.shape.empty() || !is_floating(loss.dtype))
    return;
  GradAttributes attributes{callee.name, {}};
  for (const std::int64_t i : all_dimensions(operands.size()))
    if (is_floating(type(operands[static_cast<std::size_t>(i)]).dtype) && choices_.chance(0.7))
      attributes.wrt.push_back(i);
  append_all(operation, operands, std::move(attributes), unknown, &callee);
}

void BlockGenerator::add_collective(Operation operation) {
  const auto found = any([&](ValueId id) { return type(id).rank() > 0; });
  if (!found)
    return;
  const std::int64_t dim = *dimension_of(*found);
  const std::vector<std::string> axes = random_axes();
  const ReduceOp op = defined_for(
      type(*found).dtype, choices_.one_of<ReduceOp>({ReduceOp::sum, ReduceOp::max, ReduceOp::min}));
  Attributes attributes;
  switch (operation) {
  case Operation::all_reduce:
    attributes = AllReduceAttributes{axes, op};
    break;
  case Operation::reduce_scatter:
    attributes = ReduceScatterAttributes{axes, dim, op};
    break;
  case Operation::all_to_all: {
    const std::int64_t to = *dimension_of(*found);
    if (to == dim)
      return;
    attributes = AllToAllAttributes{axes, dim, to};
    break;
  }
  case Operation::permute:
    attributes = PermuteAttributes{axes, choices_.chance(0.5) ? std::vector<std::int64_t>{1, -1, 0}
                                                              : std::vector<std::int64_t>{}};
    break;
  default:
    attributes = AxesOfDimensionAttributes{axes, dim};
    break;
  }
  append(operation, {*found}, std::move(attributes),
         {std::numeric_limits<double>::infinity(), false});
}

} // namespace brigade::testing
