#include "brigade/gspmd/dimension_groups.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>

namespace brigade {

namespace {

/// Sets of dimensions of all values, as trees.
class Loops {
public:
  explicit Loops(const Block &values) {
    std::size_t count = 0;
    for (const Value &value : values.values) {
      first_.push_back(count);
      count += value.type.rank();
    }
    parents_.resize(count);
    std::iota(parents_.begin(), parents_.end(), std::size_t{0});
  }
  std::size_t of(std::size_t value, std::size_t dim) { return root(first_[value] + dim); }
  void join(std::size_t a, std::size_t b) {
    a = root(a);
    b = root(b);
    parents_[std::max(a, b)] = std::min(a, b);
  }

private:
  std::size_t root(std::size_t i) {
    while (parents_[i] != i)
      i = parents_[i] = parents_[parents_[i]];
    return i;
  }
  std::vector<std::size_t> first_, parents_;
};

template <class Visit>
void for_each_value(const ShardedProgram::Site &site, const Rule &rule, Visit visit) {
  for (std::size_t i = 0; i < site.operands.size(); ++i)
    visit(site.operands[i], rule.operands[i], i);
  for (std::size_t i = 0; i < site.results.size(); ++i)
    visit(site.results[i], rule.results[i], site.operands.size() + i);
}

} // namespace

std::vector<DimensionGroup> dimension_groups(const ShardedProgram &sharded, const Block &values) {
  Loops loops(values);
  // Where a reshape merges dimensions, the major one goes on.
  for (const ShardedProgram::Site &site : sharded.sites()) {
    const Rule &rule = sharded.prices().rule(site.operation);
    std::vector<std::optional<std::size_t>> first(rule.factors.size());
    for_each_value(site, rule, [&](std::size_t value, const ValueFactors &factors, std::size_t) {
      for (std::size_t dim = 0; dim < factors.size(); ++dim) {
        if (factors[dim].empty() || rule.factors[factors[dim][0]].kind == FactorKind::whole)
          continue;
        std::optional<std::size_t> &other = first[factors[dim][0]];
        if (other)
          loops.join(*other, loops.of(value, dim));
        other = loops.of(value, dim);
      }
    });
  }
  using Place = std::tuple<OperationClassId, std::size_t, std::size_t>;
  std::map<std::size_t, std::vector<Place>> places; // in which a loop runs
  for (const ShardedProgram::Site &site : sharded.sites())
    for_each_value(site, sharded.prices().rule(site.operation),
                   [&](std::size_t value, const ValueFactors &factors, std::size_t position) {
                     for (std::size_t dim = 0; dim < factors.size(); ++dim)
                       places[loops.of(value, dim)].emplace_back(site.operation, position, dim);
                   });
  std::map<std::vector<Place>, std::size_t> group_of_places;
  std::map<std::size_t, std::size_t> group_of_loop;
  std::vector<DimensionGroup> groups;
  for (auto &[loop, list] : places) {
    std::ranges::sort(list);
    list.erase(std::unique(list.begin(), list.end()), list.end());
    const auto [found, is_new] = group_of_places.try_emplace(std::move(list), groups.size());
    if (is_new)
      groups.emplace_back();
    group_of_loop.emplace(loop, found->second);
  }
  for (std::size_t value = 0; value < sharded.value_count(); ++value) {
    const TensorType &type = values.values[value].type;
    for (std::size_t dim = 0; dim < type.rank(); ++dim)
      if (const auto group = group_of_loop.find(loops.of(value, dim));
          group != group_of_loop.end() && type.shape[dim] > 1) {
        groups[group->second].members.push_back({value, dim});
        groups[group->second].elements += static_cast<double>(type.size());
      }
  }
  std::erase_if(groups, [](const DimensionGroup &group) { return group.members.empty(); });
  std::ranges::stable_sort(groups, std::ranges::greater(), &DimensionGroup::elements);
  return groups;
}

} // namespace brigade
