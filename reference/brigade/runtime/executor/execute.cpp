#include "brigade/runtime/executor/execute.hpp"

#include "brigade/core/error.hpp"
#include "brigade/runtime/executor/execute_blocks.hpp"
#include "brigade/runtime/executor/literal_bytes.hpp"
#include "brigade/runtime/executor/same_program.hpp"

#include <fmt/format.h>

#include <cstring>
#include <string>

namespace brigade {

namespace {

NamedSharding array_sharding(const Program &program, const TensorSharding &sharding,
                             const std::string &name) {
  if (!sharding.unreduced.empty())
    throw InputError(
        fmt::format("{} lies as {}, and an Array holds no partial results; annotate it "
                    "without {{unreduced …}}",
                    name, to_string(sharding)));
  return {*program.mesh, partition_spec(sharding), name};
}

std::string parameter_name(const Block &block, std::size_t i) {
  const std::string &name = block.value(block.parameters[i]).name;
  return fmt::format("argument {} of @{}{}", i, block.name, name.empty() ? "" : " (" + name + ")");
}

Literal block_of(const Program &program, std::size_t i, const Array &array) {
  const Block &block = program.main();
  const Value &parameter = block.value(block.parameters[i]);
  const std::string name = parameter_name(block, i);
  const NamedSharding planned = array_sharding(
      program, parameter.sharding.value_or(replicated_sharding(parameter.type.rank())), name);
  if (TensorType{array.dtype(), array.shape()} != parameter.type)
    throw InputError(
        fmt::format("{} is {}, and got {}", name, to_string(parameter.type), to_string(array)));
  if (!array.sharding().is_equivalent_to(planned, array.shape().size()))
    throw InputError(
        fmt::format("{} lies as {} in the plan, and got {}; device_put brings it there", name,
                    to_string(planned), to_string(array)));
  Literal literal(TensorType{array.dtype(), array.shard_shape()});
  if (array.shard_bytes() > 0)
    std::memcpy(bytes_of(literal), array.data(), array.shard_bytes());
  return literal;
}

Array array_of(Runtime &runtime, const Program &program, std::size_t i, const Literal &block) {
  const Block &main = program.main();
  Array array = Array::empty(runtime, main.type(main.results[i].value).shape, block.type().dtype,
                             array_sharding(program, result_sharding(main, i),
                                            fmt::format("result {} of @{}", i, main.name)));
  if (array.shard_shape() != block.shape())
    throw Error(fmt::format(
        "result {} of @{} was computed as {} on rank {}, which is to hold {} of "
        "it: the program is not partitioned right",
        i, main.name, to_string(block.type()), runtime.rank(), to_string(array.shard_shape())));
  if (array.shard_bytes() > 0)
    std::memcpy(array.mutable_data(), bytes_of(block), array.shard_bytes());
  return array;
}

} // namespace

std::vector<Array> execute(Runtime &runtime, const Program &partitioned,
                           std::span<const Array> arguments) {
  require_same_program(runtime, partitioned);
  if (!partitioned.mesh)
    throw InputError("the program has no mesh, so it is no partitioned one; partition it first");
  const Block &block = partitioned.main();
  if (arguments.size() != block.parameters.size())
    throw InputError(fmt::format("@{} takes {} argument{}, and got {}", block.name,
                                 block.parameters.size(), block.parameters.size() == 1 ? "" : "s",
                                 arguments.size()));
  std::vector<Literal> blocks;
  for (std::size_t i = 0; i < arguments.size(); ++i)
    blocks.push_back(block_of(partitioned, i, arguments[i]));
  const std::vector<Literal> computed = execute_blocks(runtime, partitioned, blocks);
  std::vector<Array> results;
  for (std::size_t i = 0; i < computed.size(); ++i)
    results.push_back(array_of(runtime, partitioned, i, computed[i]));
  return results;
}

} // namespace brigade
