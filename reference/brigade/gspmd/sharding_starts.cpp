#include "brigade/gspmd/sharding_starts.hpp"

#include "brigade/gspmd/cutting_axes.hpp"

#include <algorithm>
#include <utility>

namespace brigade {

namespace {

constexpr std::size_t kMostGroups = 8;
constexpr std::size_t kMostPairedGroups = 4;

struct Cut {
  const DimensionGroup *group = nullptr;
  AxisList axes;
};

// Free values with the first dimension of each group cut, where it is large enough for the axes.
Homes homes_of(const ShardedProgram &sharded, const Block &values, const std::vector<Cut> &cuts) {
  StrategyPrices &prices = sharded.prices();
  std::vector<Layout> layouts;
  for (const Value &value : values.values)
    layouts.push_back(replicated_layout(value.type.rank()));
  for (const Cut &cut : cuts) {
    std::size_t last = sharded.value_count();
    for (const auto &[value, dim] : cut.group->members) {
      AxisList &axes = layouts[value].dimensions[dim];
      if (value == last || !axes.empty() ||
          values.values[value].type.shape[dim] < device_count(cut.axes, prices.mesh()))
        continue;
      axes = cut.axes;
      last = value;
    }
  }
  Homes homes = sharded.homes();
  for (std::size_t value = 0; value < homes.size(); ++value)
    if (!sharded.is_fixed(value))
      homes[value] = prices.id_of(layouts[value]);
  return homes;
}

void add(std::vector<Homes> &all, Homes homes) {
  if (std::ranges::find(all, homes) == all.end())
    all.push_back(std::move(homes));
}

std::vector<DimensionGroup> first_groups(const ShardedProgram &sharded, const Block &values,
                                         std::size_t most) {
  std::vector<DimensionGroup> groups = dimension_groups(sharded, values);
  groups.resize(std::min(groups.size(), most));
  return groups;
}

} // namespace

Homes greedy_homes(ShardedProgram &sharded) {
  const Homes before = sharded.homes();
  for (std::size_t at = 0; at < sharded.sites().size(); ++at) {
    const ShardedProgram::Site &site = sharded.sites()[at];
    if (site.is_move)
      continue;
    const std::vector<LayoutId> lies = sharded.ways(at).as_it_comes;
    for (std::size_t i = 0; i < lies.size(); ++i)
      if (!sharded.is_fixed(site.results[i]))
        sharded.move(site.results[i], lies[i]);
  }
  Homes homes = sharded.homes();
  sharded.restore(before);
  return homes;
}

Homes homes_reduced_by_callers(ShardedProgram &sharded) {
  Homes homes = sharded.homes();
  for (const ShardedProgram::Site &site : sharded.sites()) {
    if (!site.is_boundary() || site.is_call_result)
      continue;
    const std::size_t value = site.operands[0], returned = site.results[0];
    if (sharded.joined().is_argument[returned] || sharded.is_fixed(value) ||
        sharded.is_fixed(returned) || sharded.producers(value).empty())
      continue;
    const std::size_t maker = sharded.producers(value)[0];
    if (sharded.sites()[maker].is_move)
      continue;
    const std::vector<std::size_t> &made = sharded.sites()[maker].results;
    const std::vector<LayoutId> &lies = sharded.ways(maker).as_it_comes;
    if (lies.empty())
      continue;
    const LayoutId partial =
        lies[static_cast<std::size_t>(std::ranges::find(made, value) - made.begin())];
    if (sharded.prices().layout(partial).unreduced.empty())
      continue;
    homes[value] = homes[returned] = partial;
    for (const std::size_t user : sharded.users(returned))
      if (!sharded.is_fixed(sharded.sites()[user].results[0]))
        homes[sharded.sites()[user].results[0]] = partial;
  }
  return homes;
}

Homes homes_without_size_1(const ShardedProgram &sharded) {
  StrategyPrices &prices = sharded.prices();
  Homes homes = sharded.homes();
  for (std::size_t value = 0; value < homes.size(); ++value) {
    if (sharded.is_fixed(value))
      continue;
    Layout layout = prices.layout(homes[value]);
    for (AxisList &axes : layout.dimensions)
      axes = cutting_axes(axes, prices.mesh());
    homes[value] = prices.id_of(layout);
  }
  return homes;
}

std::vector<Homes> single_strategies(const ShardedProgram &sharded, const Block &values) {
  const std::vector<DimensionGroup> groups = first_groups(sharded, values, kMostGroups);
  const AxisList all = cutting_axes(sharded.prices().mesh());
  std::vector<Homes> strategies{homes_of(sharded, values, {})};
  for (const DimensionGroup &group : groups) {
    add(strategies, homes_of(sharded, values, {{&group, all}}));
    for (const Axis axis : all)
      add(strategies, homes_of(sharded, values, {{&group, {axis}}}));
  }
  return strategies;
}

std::vector<Homes> paired_strategies(const ShardedProgram &sharded, const Block &values) {
  const std::vector<DimensionGroup> groups = first_groups(sharded, values, kMostPairedGroups);
  const AxisList all = cutting_axes(sharded.prices().mesh());
  std::vector<Homes> strategies;
  if (all.size() < 2)
    return strategies;
  for (const Axis axis : all) {
    AxisList others;
    for (const Axis other : all)
      if (other != axis)
        others.push_back(other);
    for (const DimensionGroup &first : groups)
      for (const DimensionGroup &second : groups)
        if (&first != &second)
          add(strategies, homes_of(sharded, values, {{&first, {axis}}, {&second, others}}));
  }
  return strategies;
}

} // namespace brigade
