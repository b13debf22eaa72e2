#include "brigade/gspmd/strategy.hpp"

#include "brigade/gspmd/linearity.hpp"
#include "brigade/gspmd/operation_cost.hpp"

#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>

namespace brigade {

auto ReshardPlans::Key::operator<=>(const Key &other) const {
  return std::tie(type.dtype, type.shape, from, to) <=>
      std::tie(other.type.dtype, other.type.shape, other.from, other.to);
}

const Reshard &ReshardPlans::between(const TensorType &type, const Layout &from, const Layout &to) {
  Key key{type, from, to};
  const auto found = plans_.find(key);
  if (found != plans_.end())
    return found->second;
  Reshard plan = plan_reshard(type, from, to, mesh_, profile_);
  return plans_.emplace(std::move(key), std::move(plan)).first->second;
}

namespace {

/// The operands that stay unreduced, and what that makes of the results.
struct Passing {
  std::vector<bool> operands;
  AxisSet axes;
  ReduceOp operand_reduction = ReduceOp::sum, result_reduction = ReduceOp::sum;
};

// None of them, and every set of operands that are unreduced over the same axes by which the
// operation is linear.
std::vector<Passing> ways_to_pass(const Block &block, const Instruction &instruction,
                                  const std::vector<Layout> &operands) {
  std::vector<std::size_t> unreduced;
  for (std::size_t i = 0; i < operands.size(); ++i)
    if (!operands[i].unreduced.empty())
      unreduced.push_back(i);
  std::vector<Passing> ways{{std::vector<bool>(operands.size(), false), {}}};
  const auto consider = [&](const std::vector<std::size_t> &chosen) {
    Passing way{std::vector<bool>(operands.size(), false), operands[chosen[0]].unreduced,
                operands[chosen[0]].reduction};
    for (const std::size_t i : chosen) {
      if (operands[i].unreduced != way.axes || operands[i].reduction != way.operand_reduction)
        return;
      way.operands[i] = true;
    }
    if (const auto result =
            unreduced_result(block, instruction, way.operands, way.operand_reduction)) {
      way.result_reduction = *result;
      ways.push_back(std::move(way));
    }
  };
  if (unreduced.size() > 1)
    consider(unreduced);
  for (const std::size_t i : unreduced)
    consider({i});
  return ways;
}

constexpr std::size_t kMostStrategies = 2000;

/// A gather of more rows than its table has: to have the table whole is less than to sum the rows
/// up, and every device looks at all ids anyway.
bool looks_up_more(const Block &block, const Instruction &instruction) {
  return instruction.operation == Operation::gather &&
         block.type(instruction.operands[0]).size() < block.type(instruction.results[0]).size();
}

class Enumeration {
public:
  Enumeration(const Block &block, const Instruction &instruction, const Rule &rule,
              const std::vector<Layout> &operands, const std::vector<Layout> &wanted,
              const Mesh &mesh, bool may_gather_sums)
      : rule_(rule), mesh_(mesh), ways_(ways_to_pass(block, instruction, operands)),
        may_gather_sums_(may_gather_sums) {
    for (std::size_t i = 0; i < operands.size(); ++i)
      sides_.push_back(factor_axes_of(rule, rule.operands[i], operands[i], mesh));
    for (std::size_t f = 0; f < rule.factors.size(); ++f)
      if (rule.factors[f].kind == FactorKind::reduction && !looks_up_more(block, instruction))
        divided_ |= agreed(f).set();
    for (std::size_t i = 0; i < wanted.size(); ++i)
      sides_.push_back(factor_axes_of(rule, rule.results[i], wanted[i], mesh));
    for (std::size_t f = 0; f < rule.factors.size(); ++f)
      candidates_.push_back(candidates_of(f));
  }

  std::vector<Strategy> all() {
    enumerate();
    if (std::ranges::all_of(strategies_, &Strategy::gathers_sum)) {
      divided_ = {};
      strategies_.clear();
      enumerate();
    }
    return std::move(strategies_);
  }

private:
  // The axes over which all operands that have a factor are cut along it.
  AxisList agreed(std::size_t factor) const {
    std::optional<AxisList> axes;
    for (std::size_t i = 0; i < rule_.operands.size(); ++i)
      for (const DimensionFactors &dimension : rule_.operands[i])
        if (std::ranges::find(dimension, factor) != dimension.end()) {
          if (axes && *axes != sides_[i][factor])
            return {};
          axes = sides_[i][factor];
        }
    return axes.value_or(AxisList{});
  }

  // Longer lists first, so that of equally cheap strategies the most divided one is taken.
  std::vector<AxisList> candidates_of(std::size_t factor) const {
    std::vector<AxisList> lists{AxisList{}};
    if (rule_.factors[factor].kind != FactorKind::whole)
      for (const FactorAxes &side : sides_)
        for (std::size_t count = 1; count <= side[factor].size(); ++count)
          lists.push_back(side[factor].first(count));
    std::ranges::sort(lists, [](const AxisList &a, const AxisList &b) {
      return a.size() != b.size() ? a.size() > b.size() : a < b;
    });
    lists.erase(std::unique(lists.begin(), lists.end()), lists.end());
    return lists;
  }

  // Many axes on many dimensions agree in too many ways to look at all: then as one side lies, or
  // nothing cut.
  void enumerate() {
    FactorAxes axes(rule_.factors.size());
    choose(0, axes, {});
    if (strategies_.size() <= kMostStrategies)
      return;
    strategies_.clear();
    for (const FactorAxes &side : sides_)
      add_if_possible(side);
    add_if_possible(FactorAxes(rule_.factors.size()));
  }

  void add_if_possible(const FactorAxes &axes) {
    if (is_possible(rule_, axes, mesh_))
      for (const Passing &way : ways_)
        add(axes, way);
  }

  void choose(std::size_t factor, FactorAxes &axes, AxisSet used) {
    if (strategies_.size() > kMostStrategies)
      return;
    if (factor == axes.size()) {
      add_if_possible(axes);
      return;
    }
    for (const AxisList &list : candidates_[factor]) {
      if (used.intersects(list.set()))
        continue;
      axes[factor] = list;
      choose(factor + 1, axes, used | list.set());
    }
    axes[factor] = {};
  }

  void add(const FactorAxes &axes, const Passing &way) {
    AxisSet used, reduced;
    for (std::size_t f = 0; f < axes.size(); ++f) {
      used |= axes[f].set();
      if (rule_.factors[f].kind == FactorKind::reduction)
        reduced |= axes[f].set();
    }
    const bool gathers_sum = !used.includes(divided_);
    if (used.intersects(way.axes) || (gathers_sum && !may_gather_sums_))
      return;
    if (!reduced.empty() && !way.axes.empty() && rule_.reduction != way.result_reduction)
      return;
    Strategy strategy{axes, {}, {}, gathers_sum};
    for (std::size_t i = 0; i < rule_.operands.size(); ++i) {
      strategy.operands.push_back(layout_under(rule_.operands[i], axes));
      if (way.operands[i]) {
        strategy.operands.back().unreduced = way.axes;
        strategy.operands.back().reduction = way.operand_reduction;
      }
    }
    for (const ValueFactors &result : rule_.results) {
      strategy.results.push_back(layout_under(result, axes));
      Layout &layout = strategy.results.back();
      layout.unreduced = reduced | way.axes;
      if (!layout.unreduced.empty())
        layout.reduction = reduced.empty() ? way.result_reduction : rule_.reduction;
    }
    strategies_.push_back(std::move(strategy));
  }

  const Rule &rule_;
  const Mesh &mesh_;
  std::vector<Passing> ways_;
  std::vector<FactorAxes> sides_; ///< of the operands, then of the results
  bool may_gather_sums_;
  AxisSet divided_; ///< axes that share a sum out: else all devices compute all of it
  std::vector<std::vector<AxisList>> candidates_;
  std::vector<Strategy> strategies_;
};

/// A barrier lets each value pass for itself, so that all of them may be cut over the same axes: as
/// they lie, or as they are wanted. Partial ones are reduced first, unless all are.
std::vector<Strategy> passing_strategies(const Rule &rule, const std::vector<Layout> &operands,
                                         const std::vector<Layout> &wanted) {
  std::vector<Strategy> all;
  for (std::vector<Layout> layouts : {operands, wanted}) {
    if (layouts.size() != operands.size())
      continue;
    const bool alike = std::ranges::all_of(layouts, [&](const Layout &layout) {
      return layout.unreduced == layouts[0].unreduced && layout.reduction == layouts[0].reduction;
    });
    if (!alike)
      for (Layout &layout : layouts) {
        layout.unreduced = {};
        layout.reduction = ReduceOp::sum;
      }
    all.push_back({FactorAxes(rule.factors.size()), layouts, layouts});
  }
  return all;
}

} // namespace

std::vector<Strategy> strategies(const Block &block, const Instruction &instruction,
                                 const Rule &rule, const std::vector<Layout> &operands,
                                 const std::vector<Layout> &wanted, const Mesh &mesh,
                                 bool may_gather_sums) {
  if (instruction.operation == Operation::barrier)
    return passing_strategies(rule, operands, wanted);
  return Enumeration(block, instruction, rule, operands, wanted, mesh, may_gather_sums).all();
}

bool can_become(const Layout &from, const Layout &to) {
  return from.unreduced.includes(to.unreduced) &&
      (to.unreduced.empty() || from.reduction == to.reduction);
}

} // namespace brigade
