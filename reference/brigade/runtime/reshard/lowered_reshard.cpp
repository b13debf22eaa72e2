#include "brigade/runtime/reshard/lowered_reshard.hpp"

#include "brigade/gspmd/partition.hpp"
#include "brigade/ir/block_builder.hpp"
#include "brigade/sharding/block.hpp"

#include <algorithm>
#include <utility>

namespace brigade {

namespace {

NamedSharding sharding_of(const Program &program, ValueId value) {
  return NamedSharding(*program.mesh, partition_spec(*program.main().value(value).sharding));
}

bool holds_another_block(const NamedSharding &before, const NamedSharding &after, std::size_t rank,
                         DeviceId device) {
  for (std::size_t d = 0; d < rank; ++d)
    if (before.block_index(d, device) != after.block_index(d, device))
      return true;
  return false;
}

/// Of which time bytes are all.
MachineProfile without_latency() {
  MachineProfile profile = uniform_profile();
  profile.inside.latency = profile.between.latency = 0;
  return profile;
}

} // namespace

std::optional<Program> lowered_reshard(const TensorType &type, const NamedSharding &from,
                                       const NamedSharding &to) {
  if (from.mesh() != to.mesh() || from.mesh().shape().size() > kMostAxes)
    return {};
  BlockBuilder builder("reshard");
  const ValueId array = builder.parameter(type, "array", tensor_sharding(from.spec(), type.rank()));
  const Program program{
      from.mesh(), {std::move(builder).finish({{array, tensor_sharding(to.spec(), type.rank())}})}};
  Program lowered = partition(program, uniform_profile());
  Program of_fewest_bytes = partition(program, without_latency());
  return sent_elements(of_fewest_bytes) < sent_elements(lowered) ? std::move(of_fewest_bytes)
                                                                 : std::move(lowered);
}

std::int64_t sent_elements(const Program &lowered) {
  std::int64_t elements = 0;
  for (const Instruction &instruction : lowered.main().instructions) {
    const Shape &shape = lowered.main().type(instruction.results[0]).shape;
    const NamedSharding before = sharding_of(lowered, instruction.operands[0]),
                        after = sharding_of(lowered, instruction.results[0]);
    std::int64_t largest = 0, moved = 0, lacking = 0;
    for (const auto &[device, block] : after.index_map(shape)) {
      const std::int64_t size = element_count(block);
      largest = std::max(largest, size);
      moved += holds_another_block(before, after, shape.size(), device) ? 1 : 0;
      lacking += size - element_count(intersection(block, before.slices_of(shape, device)));
    }
    elements += instruction.operation == Operation::permute ? moved * largest : lacking;
  }
  return elements;
}

} // namespace brigade
