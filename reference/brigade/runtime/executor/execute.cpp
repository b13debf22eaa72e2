#include "brigade/runtime/executor/execute.hpp"

#include "brigade/core/error.hpp"
#include "brigade/runtime/executor/execute_blocks.hpp"
#include "brigade/runtime/executor/literal_bytes.hpp"
#include "brigade/runtime/executor/planned_array.hpp"
#include "brigade/runtime/executor/same_program.hpp"

#include <fmt/format.h>

#include <cstring>

namespace brigade {

namespace {

Literal block_of(const PlannedArray &planned, const Array &array) {
  check_argument(planned, array);
  Literal literal(TensorType{array.dtype(), array.shard_shape()});
  if (array.shard_bytes() > 0)
    std::memcpy(bytes_of(literal), array.data(), array.shard_bytes());
  return literal;
}

Array array_of(Runtime &runtime, const PlannedArray &planned, const Literal &block) {
  Array array = Array::empty(runtime, planned.type.shape, block.type().dtype, planned.sharding);
  if (array.shard_shape() != block.shape())
    throw Error(fmt::format("{} was computed as {} on rank {}, which is to hold {} of it: the "
                            "program is not partitioned right",
                            planned.name, to_string(block.type()), runtime.rank(),
                            to_string(array.shard_shape())));
  if (array.shard_bytes() > 0)
    std::memcpy(array.mutable_data(), bytes_of(block), array.shard_bytes());
  return array;
}

} // namespace

std::vector<Array> execute(Runtime &runtime, const Program &partitioned,
                           std::span<const Array> arguments) {
  require_same_program(runtime, partitioned);
  const std::vector<PlannedArray> planned = planned_arguments(partitioned);
  if (arguments.size() != planned.size())
    throw InputError(
        wrong_argument_count(partitioned.main().name, planned.size(), arguments.size()));
  std::vector<Literal> blocks;
  for (std::size_t i = 0; i < arguments.size(); ++i)
    blocks.push_back(block_of(planned[i], arguments[i]));
  const std::vector<Literal> computed = execute_blocks(runtime, partitioned, blocks);
  const std::vector<PlannedArray> returned = planned_results(partitioned);
  std::vector<Array> results;
  for (std::size_t i = 0; i < computed.size(); ++i)
    results.push_back(array_of(runtime, returned[i], computed[i]));
  return results;
}

} // namespace brigade
