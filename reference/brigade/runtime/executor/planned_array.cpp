#include "brigade/runtime/executor/planned_array.hpp"

#include "brigade/core/error.hpp"
#include "brigade/runtime/executor/execute_blocks.hpp"

#include <fmt/format.h>

#include <utility>

namespace brigade {

namespace {

PlannedArray planned(const Program &program, std::string name, const TensorType &type,
                     const TensorSharding &sharding) {
  if (!program.mesh)
    throw InputError("the program has no mesh, so it is no partitioned one; partition it first");
  if (!sharding.unreduced.empty())
    throw InputError(
        fmt::format("{} lies as {}, and an Array holds no partial results; annotate it "
                    "without {{unreduced …}}",
                    name, to_string(sharding)));
  NamedSharding lying(*program.mesh, partition_spec(sharding), name);
  return {std::move(name), type, std::move(lying)};
}

} // namespace

std::vector<PlannedArray> planned_arguments(const Program &partitioned) {
  const Block &block = partitioned.main();
  std::vector<PlannedArray> arrays;
  for (std::size_t i = 0; i < block.parameters.size(); ++i) {
    const Value &value = block.value(block.parameters[i]);
    arrays.push_back(planned(partitioned,
                             fmt::format("argument {} of @{}{}", i, block.name,
                                         value.name.empty() ? "" : " (" + value.name + ")"),
                             value.type,
                             value.sharding.value_or(replicated_sharding(value.type.rank()))));
  }
  return arrays;
}

std::vector<PlannedArray> planned_results(const Program &partitioned) {
  const Block &block = partitioned.main();
  std::vector<PlannedArray> arrays;
  for (std::size_t i = 0; i < block.results.size(); ++i)
    arrays.push_back(planned(partitioned, fmt::format("result {} of @{}", i, block.name),
                             block.type(block.results[i].value), result_sharding(block, i)));
  return arrays;
}

void check_argument(const PlannedArray &planned, const Array &array) {
  if (array.dtype() != planned.type.dtype || array.shape() != planned.type.shape)
    throw InputError(fmt::format("{} is {}, and got {}", planned.name, to_string(planned.type),
                                 to_string(array)));
  if (!array.sharding().is_equivalent_to(planned.sharding, planned.type.rank()))
    throw InputError(
        fmt::format("{} lies as {} in the plan, and got {}; device_put brings it there",
                    planned.name, to_string(planned.sharding), to_string(array)));
}

std::string wrong_argument_count(const std::string &program, std::size_t taken, std::size_t got) {
  return fmt::format("@{} takes {} argument{}, and got {}", program, taken, taken == 1 ? "" : "s",
                     got);
}

} // namespace brigade
