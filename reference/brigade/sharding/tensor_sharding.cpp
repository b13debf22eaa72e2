#include "brigade/sharding/tensor_sharding.hpp"

#include "brigade/core/error.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace brigade {

TensorSharding open_sharding(std::size_t rank) {
  return {.dimensions = std::vector<DimensionSharding>(rank, {.open = true})};
}

TensorSharding replicated_sharding(std::size_t rank) {
  return {.dimensions = std::vector<DimensionSharding>(rank)};
}

TensorSharding tensor_sharding(const PartitionSpec &spec, std::size_t rank,
                               std::string_view value_name) {
  if (spec.dimensions().size() > rank)
    throw InputError(fmt::format(
        "the sharding {} of {} has {} entr{}, but {} has {} dimension{}: leave out {} of them",
        to_string(spec), value_name, spec.dimensions().size(),
        spec.dimensions().size() == 1 ? "y" : "ies", value_name, rank, rank == 1 ? "" : "s",
        spec.dimensions().size() - rank));
  TensorSharding sharding = replicated_sharding(rank);
  for (std::size_t i = 0; i < rank; ++i) {
    sharding.dimensions[i].axes = spec[i].axes;
    sharding.dimensions[i].open = spec[i].unconstrained;
  }
  return sharding;
}

PartitionSpec partition_spec(const TensorSharding &sharding) {
  if (!sharding.unreduced.empty())
    throw InputError(fmt::format("an array cannot lie as {}: its blocks would be partial results; "
                                 "reduce it, or leave {{unreduced …}} out",
                                 to_string(sharding)));
  std::vector<DimensionSpec> entries;
  for (const DimensionSharding &dimension : sharding.dimensions) {
    entries.emplace_back(dimension.axes);
    entries.back().unconstrained = dimension.open;
  }
  return PartitionSpec(std::move(entries));
}

void check_and_normalise(TensorSharding &sharding, const Mesh &mesh, std::size_t rank,
                         std::string_view value_name) {
  const auto fail = [&](const std::string &what) {
    throw InputError(fmt::format("the sharding {} of {} {}", to_string(sharding), value_name, what));
  };
  if (sharding.dimensions.size() != rank)
    fail(fmt::format("has {} entr{}, but {} has {} dimension{}: give one entry for each",
                     sharding.dimensions.size(), sharding.dimensions.size() == 1 ? "y" : "ies",
                     value_name, rank, rank == 1 ? "" : "s"));
  if (sharding.reduction == ReduceOp::mean)
    fail("is unreduced by a mean: sum, max and min can be left unreduced");
  std::vector<std::string> seen;
  const auto see = [&](const std::string &axis) {
    if (!mesh.has_axis(axis))
      fail(fmt::format("names axis '{}', which the mesh {} does not have: its axes are {}", axis,
                       to_string(mesh), fmt::join(mesh.axis_names(), ", ")));
    if (std::ranges::find(seen, axis) != seen.end())
      fail(fmt::format("names axis '{}' twice: an axis may cut one dimension, or be unreduced", axis));
    seen.push_back(axis);
  };
  for (const DimensionSharding &dimension : sharding.dimensions) {
    std::ranges::for_each(dimension.axes, see);
    if (dimension.priority.value_or(0) < 0)
      fail(fmt::format("has the priority p{}: priorities are p0, p1, …", *dimension.priority));
  }
  std::ranges::for_each(sharding.unreduced, see);
  std::ranges::sort(sharding.unreduced, {},
                    [&](const std::string &axis) { return mesh.axis_index(axis); });
  if (sharding.unreduced.empty())
    sharding.reduction = ReduceOp::sum;
}

std::string to_string(const DimensionSharding &dimension) {
  const std::string priority =
      dimension.priority ? fmt::format(" p{}", *dimension.priority) : std::string();
  if (dimension.axes.empty())
    return (dimension.open ? "?" : "-") + priority;
  if (dimension.axes.size() == 1 && !dimension.open)
    return dimension.axes.front() + priority;
  return fmt::format("({}{}){}", fmt::join(dimension.axes, ", "), dimension.open ? ", ?" : "",
                     priority);
}

std::string to_string(const TensorSharding &sharding) {
  std::string text = "[";
  for (std::size_t i = 0; i < sharding.dimensions.size(); ++i)
    text += (i == 0 ? "" : ", ") + to_string(sharding.dimensions[i]);
  text += "]";
  if (sharding.unreduced.empty())
    return text;
  const std::string kind =
      sharding.reduction == ReduceOp::sum ? "" : fmt::format("({})", to_string(sharding.reduction));
  return fmt::format("{} {{unreduced{} {}}}", text, kind, fmt::join(sharding.unreduced, ", "));
}

} // namespace brigade
