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
Homes homes_of(const ShardedBlock &block, const Block &values, const std::vector<Cut> &cuts) {
  StrategyPrices &prices = block.prices();
  std::vector<Layout> layouts;
  for (const Value &value : values.values)
    layouts.push_back(replicated_layout(value.type.rank()));
  for (const Cut &cut : cuts) {
    std::size_t last = block.value_count();
    for (const auto &[value, dim] : cut.group->members) {
      AxisList &axes = layouts[value].dimensions[dim];
      if (value == last || !axes.empty() ||
          values.values[value].type.shape[dim] < device_count(cut.axes, prices.mesh()))
        continue;
      axes = cut.axes;
      last = value;
    }
  }
  Homes homes = block.homes();
  for (std::size_t value = 0; value < homes.size(); ++value)
    if (!block.is_fixed(value))
      homes[value] = prices.id_of(layouts[value]);
  return homes;
}

void add(std::vector<Homes> &all, Homes homes) {
  if (std::ranges::find(all, homes) == all.end())
    all.push_back(std::move(homes));
}

std::vector<DimensionGroup> first_groups(const ShardedBlock &block, const Block &values,
                                         std::size_t most) {
  std::vector<DimensionGroup> groups = dimension_groups(block, values);
  groups.resize(std::min(groups.size(), most));
  return groups;
}

} // namespace

Homes greedy_homes(ShardedBlock &block) {
  const Homes before = block.homes();
  for (std::size_t at = 0; at < block.sites().size(); ++at) {
    const ShardedBlock::Site &site = block.sites()[at];
    if (site.is_move)
      continue;
    const std::vector<LayoutId> lies = block.ways(at).as_it_comes;
    for (std::size_t i = 0; i < lies.size(); ++i)
      if (!block.is_fixed(site.results[i]))
        block.move(site.results[i], lies[i]);
  }
  Homes homes = block.homes();
  block.restore(before);
  return homes;
}

Homes homes_reduced_by_callers(ShardedBlock &block) {
  Homes homes = block.homes();
  for (const ShardedBlock::Site &site : block.sites()) {
    if (!site.is_boundary() || site.is_call_result)
      continue;
    const std::size_t value = site.operands[0], returned = site.results[0];
    if (block.joined().is_argument[returned] || block.is_fixed(value) || block.is_fixed(returned) ||
        block.producers(value).empty())
      continue;
    const std::size_t maker = block.producers(value)[0];
    if (block.sites()[maker].is_move)
      continue;
    const std::vector<std::size_t> &made = block.sites()[maker].results;
    const std::vector<LayoutId> &lies = block.ways(maker).as_it_comes;
    if (lies.empty())
      continue;
    const LayoutId partial =
        lies[static_cast<std::size_t>(std::ranges::find(made, value) - made.begin())];
    if (block.prices().layout(partial).unreduced.empty())
      continue;
    homes[value] = homes[returned] = partial;
    for (const std::size_t user : block.users(returned))
      if (!block.is_fixed(block.sites()[user].results[0]))
        homes[block.sites()[user].results[0]] = partial;
  }
  return homes;
}

Homes homes_without_size_1(const ShardedBlock &block) {
  StrategyPrices &prices = block.prices();
  Homes homes = block.homes();
  for (std::size_t value = 0; value < homes.size(); ++value) {
    if (block.is_fixed(value))
      continue;
    Layout layout = prices.layout(homes[value]);
    for (AxisList &axes : layout.dimensions)
      axes = cutting_axes(axes, prices.mesh());
    homes[value] = prices.id_of(layout);
  }
  return homes;
}

std::vector<Homes> single_strategies(const ShardedBlock &block, const Block &values) {
  const std::vector<DimensionGroup> groups = first_groups(block, values, kMostGroups);
  const AxisList all = cutting_axes(block.prices().mesh());
  std::vector<Homes> strategies{homes_of(block, values, {})};
  for (const DimensionGroup &group : groups) {
    add(strategies, homes_of(block, values, {{&group, all}}));
    for (const Axis axis : all)
      add(strategies, homes_of(block, values, {{&group, {axis}}}));
  }
  return strategies;
}

std::vector<Homes> paired_strategies(const ShardedBlock &block, const Block &values) {
  const std::vector<DimensionGroup> groups = first_groups(block, values, kMostPairedGroups);
  const AxisList all = cutting_axes(block.prices().mesh());
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
          add(strategies, homes_of(block, values, {{&first, {axis}}, {&second, others}}));
  }
  return strategies;
}

} // namespace brigade
