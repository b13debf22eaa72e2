#include "brigade/runtime/executor/collective_move.hpp"

#include "brigade/core/error.hpp"
#include "brigade/gspmd/local_program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <variant>

namespace brigade {

namespace {

TensorSharding sharding_of(const Value &value) {
  return value.sharding.value_or(replicated_sharding(value.type.rank()));
}

} // namespace

CollectiveMove::CollectiveMove(const Group &group, const Program &partitioned, ValueId operand,
                               ValueId result)
    : mesh_(*partitioned.mesh), group_(group), type_(partitioned.main().type(operand)),
      from_(sharding_of(partitioned.main().value(operand))),
      to_(sharding_of(partitioned.main().value(result))) {}

Slices CollectiveMove::slices(const TensorSharding &sharding, std::size_t place) const {
  return local_slices(type_, sharding, mesh_, device(place));
}

std::vector<std::int64_t> CollectiveMove::block(const TensorSharding &sharding,
                                                std::size_t place) const {
  const std::vector<std::int64_t> coordinates = mesh_.coordinates_of(device(place));
  std::vector<std::int64_t> block;
  for (const DimensionSharding &dimension : sharding.dimensions) {
    std::int64_t index = 0;
    for (const std::string &axis : dimension.axes)
      index = index * mesh_.axis_size(axis) + coordinates[mesh_.axis_index(axis)];
    block.push_back(index);
  }
  return block;
}

std::vector<PermuteStep> permute_steps(const CollectiveMove &move) {
  struct Members {
    std::vector<int> holders, takers;
  };
  std::map<std::vector<std::int64_t>, Members> blocks;
  std::vector<PermuteStep> steps;
  for (std::size_t place = 0; place < move.size(); ++place) {
    const std::vector<std::int64_t> before = move.block_before(place),
                                    after = move.block_after(place);
    const int member = static_cast<int>(place);
    if (before == after) {
      steps.push_back({member, member});
      continue;
    }
    blocks[before].holders.push_back(member);
    blocks[after].takers.push_back(member);
  }
  for (const auto &[block, members] : blocks) {
    if (members.holders.size() != members.takers.size())
      throw Error(fmt::format("permute over `{}`: {} members give away a block that {} are to get; "
                              "it moves whole blocks, so the axes before and after it must make "
                              "equally many in each dimension",
                              move.group().name(), members.holders.size(), members.takers.size()));
    for (std::size_t i = 0; i < members.holders.size(); ++i)
      steps.push_back({members.holders[i], members.takers[i]});
  }
  return steps;
}

std::int64_t largest_block(const CollectiveMove &move) {
  std::int64_t largest = 0;
  for (std::size_t place = 0; place < move.size(); ++place)
    largest = std::max(largest, element_count(move.before(place)));
  return largest;
}

const std::vector<std::string> &collective_axes(const Instruction &instruction) {
  return std::visit(
      [&](const auto &attributes) -> const std::vector<std::string> & {
        if constexpr (requires { attributes.axes; })
          return attributes.axes;
        throw Error(fmt::format("{} has no axes", to_string(instruction.operation)));
      },
      instruction.attributes);
}

} // namespace brigade
