#include "run_program.hpp"

#include "brigade/gspmd/device/started_collectives.hpp"
#include "brigade/runtime/executor/executable.hpp"
#include "brigade/runtime/executor/execute_blocks.hpp"
#include "brigade/runtime/executor/literal_bytes.hpp"
#include "brigade/runtime/executor/planned_array.hpp"

#include <cstring>

namespace brigade {

namespace {

bool has_partial_arrays(const Program &partitioned) {
  const Block &block = partitioned.main();
  for (const ValueId parameter : block.parameters)
    if (!block.value(parameter).sharding.value().unreduced.empty())
      return true;
  for (std::size_t i = 0; i < block.results.size(); ++i)
    if (!result_sharding(block, i).unreduced.empty())
      return true;
  return false;
}

Array array_of(Runtime &runtime, const PlannedArray &planned, const Literal &block) {
  Array array = Array::empty(runtime, planned.type.shape, planned.type.dtype, planned.sharding);
  if (array.shard_bytes() > 0)
    std::memcpy(array.mutable_data(), bytes_of(block), array.shard_bytes());
  return array;
}

Literal block_of(const Array &array) {
  Literal block(TensorType{array.dtype(), array.shard_shape()});
  if (array.shard_bytes() > 0)
    std::memcpy(bytes_of(block), array.data(), array.shard_bytes());
  return block;
}

} // namespace

ProgramRun run_program(Runtime &runtime, const Program &partitioned, const MachineProfile &profile,
                       const std::vector<Literal> &blocks) {
  if (has_partial_arrays(partitioned))
    return {execute_blocks(runtime, partitioned, blocks), {}};
  Executable executable(runtime, partitioned, {},
                        overlapping_between_nodes(profile, profile.devices_per_node));
  std::vector<Array> arguments;
  for (const PlannedArray &planned : planned_arguments(partitioned))
    arguments.push_back(array_of(runtime, planned, blocks.at(arguments.size())));
  ProgramRun run{{}, executable.arena_bytes()};
  for (const Array &result : executable(std::move(arguments)))
    run.results.push_back(block_of(result));
  return run;
}

} // namespace brigade
