#include "brigade/gspmd/share_argmax.hpp"

#include "brigade/gspmd/joined_blocks.hpp"
#include "brigade/gspmd/needed_blocks.hpp"
#include "brigade/ir/block_builder.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace brigade {

namespace {

std::size_t index(ValueId id) { return static_cast<std::size_t>(id.index); }

std::int64_t dimension_of(const Instruction &argmax) {
  return std::get<DimensionsAttributes>(argmax.attributes).dims[0];
}

/// Into how many equal blocks the dimension is cut that an argmax looks along; 1 where there are no
/// such blocks.
std::int64_t blocks_of(const Instruction &instruction, const Block &propagated, const Mesh &mesh) {
  if (instruction.operation != Operation::argmax)
    return 1;
  const Value &operand = propagated.value(instruction.operands[0]);
  const auto dim = static_cast<std::size_t>(dimension_of(instruction));
  if (!operand.sharding)
    return 1;
  std::int64_t blocks = 1;
  for (const std::string &axis : operand.sharding->dimensions[dim].axes)
    blocks *= mesh.shape()[mesh.axis_index(axis)];
  return operand.type.shape[dim] % blocks == 0 ? blocks : 1;
}

ValueId argmax_of_blocks(BlockBuilder &builder, const Instruction &argmax, ValueId operand,
                         std::int64_t blocks) {
  const std::int64_t dim = dimension_of(argmax);
  const auto append = [&](Operation operation, std::vector<ValueId> operands,
                          Attributes attributes = {}) {
    return builder.append(operation, std::move(operands), std::move(attributes), argmax.source);
  };
  const auto type = [&](ValueId id) { return builder.type(id); };
  Shape shape = type(operand).shape;
  const auto at = shape.begin() + dim;
  const std::int64_t size = *at / blocks;
  *at = size;
  shape.insert(shape.begin() + dim, blocks);
  const ValueId in_blocks = append(Operation::reshape, {operand}, ReshapeAttributes{shape});
  const DimensionsAttributes of_block{{dim + 1}}, of_blocks{{dim}};
  const ValueId largest = append(Operation::max_reduce, {in_blocks}, of_block),
                place = append(Operation::argmax, {in_blocks}, of_block),
                first = append(Operation::argmax, {largest}, of_blocks);
  const TensorType places = type(place);
  const auto whole = [&](std::int64_t number) {
    return append(Operation::constant, {},
                  ConstantAttributes{places, {static_cast<double>(number)}});
  };
  std::vector<std::int64_t> others;
  for (std::int64_t i = 0; i < static_cast<std::int64_t>(places.rank()); ++i)
    if (i != dim)
      others.push_back(i);
  const ValueId block =
      append(Operation::iota, {}, IotaAttributes{places.shape, dim, places.dtype});
  const ValueId is_first = append(
      Operation::eq,
      {block, append(Operation::broadcast, {first}, BroadcastAttributes{places.shape, others})});
  const ValueId before = append(Operation::mul, {block, whole(size)});
  const ValueId of_all = append(Operation::add, {place, before});
  return append(Operation::sum, {append(Operation::select, {is_first, of_all, whole(0)})},
                of_blocks);
}

/// The block with reductions in place of each argmax along a cut dimension. `propagated`: the same
/// block.
Block with_argmax_shared(const Program &program, const Block &block, const Block &propagated,
                         const Mesh &mesh) {
  BlockBuilder builder(block.name);
  std::vector<ValueId> now(block.values.size());
  const auto take = [&](ValueId before, ValueId after) {
    now[index(before)] = after;
    const Value &value = block.value(before);
    builder.name(after, value.name);
    if (value.sharding)
      builder.annotate(after, *value.sharding);
  };
  for (const ValueId parameter : block.parameters)
    take(parameter, builder.parameter(block.type(parameter)));
  for (const Instruction &instruction : block.instructions) {
    std::vector<ValueId> operands;
    for (const ValueId operand : instruction.operands)
      operands.push_back(now[index(operand)]);
    if (const std::int64_t count = blocks_of(instruction, propagated, mesh); count > 1) {
      take(instruction.results[0], argmax_of_blocks(builder, instruction, operands[0], count));
      continue;
    }
    const Block *callee =
        instruction.operation == Operation::call ? &program.block(callee_of(instruction)) : nullptr;
    const std::vector<ValueId> results =
        builder.append_all(instruction.operation, std::move(operands), instruction.attributes,
                           instruction.source, callee);
    for (std::size_t i = 0; i < results.size(); ++i)
      take(instruction.results[i], results[i]);
  }
  std::vector<Result> results = block.results;
  for (Result &result : results)
    result.value = now[index(result.value)];
  return std::move(builder).finish(std::move(results));
}

} // namespace

std::optional<Program> share_argmax(const Program &annotated, const Program &propagated) {
  Program shared = needed_blocks(annotated);
  bool any = false;
  for (std::size_t b = 0; b < shared.blocks.size(); ++b) {
    const Block &lies = propagated.blocks[b];
    if (std::ranges::none_of(lies.instructions, [&](const Instruction &each) {
          return blocks_of(each, lies, *propagated.mesh) > 1;
        }))
      continue;
    any = true;
    shared.blocks[b] = with_argmax_shared(shared, Block(shared.blocks[b]), lies, *propagated.mesh);
  }
  return any ? std::optional(std::move(shared)) : std::nullopt;
}

} // namespace brigade
