#include "brigade/gspmd/reshard.hpp"

#include "brigade/core/error.hpp"
#include "brigade/gspmd/collective_cost.hpp"
#include "brigade/gspmd/cutting_axes.hpp"
#include "brigade/gspmd/reshard_search.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>

namespace brigade {

namespace {

void require_possible(const TensorType &type, const Layout &from, const Layout &to,
                      const Mesh &mesh) {
  if (const AxisSet missing = to.unreduced - from.unreduced; !missing.empty())
    throw InputError(fmt::format(
        "a {} that lies as {} cannot be brought to {}: it is not unreduced over {}, and partial "
        "results cannot be made from whole ones; leave that axis out, or use it to cut a dimension",
        to_string(type), to_string(sharding_of(from, mesh)), to_string(sharding_of(to, mesh)),
        fmt::join(axis_names(missing, mesh), ", ")));
  if (!to.unreduced.empty() && to.reduction != from.reduction)
    throw InputError(fmt::format("a {} that lies as {} cannot be brought to {}: a value has one "
                                 "reduction; reduce it first",
                                 to_string(type), to_string(sharding_of(from, mesh)),
                                 to_string(sharding_of(to, mesh))));
}

std::int64_t largest_block(const ReshardDimension &dimension) {
  return dimension.size / dimension.blocks + (dimension.size % dimension.blocks != 0);
}

ReshardProblem problem_of(const TensorType &type, const Layout &from, const Layout &to,
                          const Mesh &mesh) {
  ReshardProblem problem{.unreduced = from.unreduced - to.unreduced,
                         .other_bytes = static_cast<std::int64_t>(size_of(type.dtype))};
  std::vector<ReshardDimension> others;
  for (std::size_t i = 0; i < type.rank(); ++i) {
    const AxisList &before = from.dimensions[i], &after = to.dimensions[i];
    const std::size_t same = before.common_prefix(after);
    (before == after ? others : problem.dimensions)
        .push_back({.index = i,
                    .size = type.shape[i],
                    .blocks = device_count(before.first(same), mesh),
                    .from = before.without_first(same),
                    .to = after.without_first(same)});
  }
  // Axes can be moved out of the way into one of the others: where most is left to be cut.
  if (const auto parking = std::ranges::max_element(others, {}, largest_block);
      parking != others.end()) {
    problem.dimensions.push_back(*parking);
    others.erase(parking);
  }
  for (const ReshardDimension &dimension : others)
    problem.other_bytes *= largest_block(dimension);
  return problem;
}

std::vector<ReshardMove> with_joined_slices(const std::vector<ReshardMove> &moves) {
  std::vector<ReshardMove> joined;
  for (const ReshardMove &move : moves)
    if (!joined.empty() && move.operation == Operation::shard_slice &&
        joined.back().operation == Operation::shard_slice && joined.back().dim == move.dim) {
      joined.back().axes = joined.back().axes.followed_by(move.axes);
      joined.back().after = move.after;
    } else {
      joined.push_back(move);
    }
  return joined;
}

Attributes attributes_of(const ReshardMove &move, const ReshardProblem &problem, ReduceOp reduction,
                         const Mesh &mesh) {
  const std::vector<std::string> axes = axis_names(move.axes, mesh);
  const auto dimension = [&](std::size_t i) {
    return static_cast<std::int64_t>(problem.dimensions[i].index);
  };
  switch (move.operation) {
  case Operation::all_reduce:
    return AllReduceAttributes{axes, reduction};
  case Operation::reduce_scatter:
    return ReduceScatterAttributes{axes, dimension(move.dim), reduction};
  case Operation::all_to_all:
    return AllToAllAttributes{axes, dimension(move.dim), dimension(move.to)};
  case Operation::permute:
    return PermuteAttributes{axes, {}};
  default:
    return AxesOfDimensionAttributes{axes, dimension(move.dim)};
  }
}

} // namespace

Reshard plan_reshard(const TensorType &type, const Layout &from, const Layout &to, const Mesh &mesh,
                     const MachineProfile &profile) {
  const Layout start = cut_by_cutting_axes(from, mesh), end = cut_by_cutting_axes(to, mesh);
  require_possible(type, start, end, mesh);
  Reshard reshard;
  if (start.dimensions == end.dimensions && start.unreduced == end.unreduced)
    return reshard;
  const ReshardProblem problem = problem_of(type, start, end, mesh);
  Layout before = start;
  for (const ReshardMove &move : with_joined_slices(cheapest_moves(problem, mesh, profile))) {
    Layout after = start;
    for (std::size_t i = 0; i < problem.dimensions.size(); ++i) {
      const std::size_t index = problem.dimensions[i].index;
      const std::size_t same = start.dimensions[index].common_prefix(end.dimensions[index]);
      after.dimensions[index] =
          start.dimensions[index].first(same).followed_by(move.after.dimensions[i]);
    }
    after.unreduced = end.unreduced | move.after.unreduced;
    if (after.unreduced.empty())
      after.reduction = ReduceOp::sum;
    const CollectiveCost cost =
        collective_cost(move.operation, move.axes.set(), type, before, after, mesh, profile);
    reshard.steps.push_back({move.operation, attributes_of(move, problem, from.reduction, mesh),
                             after, cost.seconds, cost.bytes});
    reshard.seconds += cost.seconds;
    reshard.bytes += cost.bytes;
    before = after;
  }
  reshard.steps.back().layout = to;
  return reshard;
}

} // namespace brigade
