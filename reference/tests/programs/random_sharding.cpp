#include "programs/random_sharding.hpp"

namespace brigade::testing {

TensorSharding random_sharding(Choices &choices, const Mesh &mesh, std::size_t rank,
                               const RandomShardingOptions &options) {
  TensorSharding sharding = replicated_sharding(rank);
  std::vector<std::string> axes = mesh.axis_names();
  choices.shuffle(axes);
  for (const std::string &axis : axes) {
    if (rank > 0 && choices.chance(0.6))
      sharding.dimensions[static_cast<std::size_t>(choices.below(static_cast<std::int64_t>(rank)))]
          .axes.push_back(axis);
    else if (choices.chance(options.unreduced))
      sharding.unreduced.push_back(axis);
  }
  for (DimensionSharding &dimension : sharding.dimensions) {
    dimension.open = choices.chance(options.open);
    if (choices.chance(options.priority))
      dimension.priority = static_cast<int>(choices.below(4));
  }
  if (!sharding.unreduced.empty())
    sharding.reduction = choices.one_of<ReduceOp>({ReduceOp::sum, ReduceOp::max, ReduceOp::min});
  check_and_normalise(sharding, mesh, rank, "a random value");
  return sharding;
}

} // namespace brigade::testing
