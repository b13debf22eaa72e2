#include "brigade/gspmd/strategy_prices.hpp"

#include "brigade/gspmd/operation_cost.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

namespace brigade {

namespace {

constexpr std::size_t kMostForms = 16; ///< of one operand or result that are worth trying

std::vector<std::int64_t> key_of(const TensorType &type) {
  std::vector<std::int64_t> key{static_cast<std::int64_t>(type.dtype)};
  key.insert(key.end(), type.shape.begin(), type.shape.end());
  return key;
}

void append(std::vector<std::int64_t> &key, const std::vector<ValueFactors> &values) {
  for (const ValueFactors &value : values)
    for (const DimensionFactors &dimension : value) {
      key.push_back(static_cast<std::int64_t>(dimension.size()));
      for (const std::size_t factor : dimension)
        key.push_back(static_cast<std::int64_t>(factor));
    }
}

// The first operand that is the same value as this one.
std::size_t first_with_value(const std::vector<ValueId> &operands, std::size_t i) {
  return static_cast<std::size_t>(std::ranges::find(operands, operands[i]) - operands.begin());
}

// Whether an operand before this one is the same value and needed in the same form.
bool is_brought_for_another(const Instruction &instruction, const std::vector<LayoutId> &forms,
                            std::size_t i) {
  for (std::size_t k = 0; k < i; ++k)
    if (instruction.operands[k] == instruction.operands[i] && forms[k] == forms[i])
      return true;
  return false;
}

// What a rule does not say and linearity asks for.
bool pads_with_zero(const Instruction &instruction) {
  const auto *pad = std::get_if<PadAttributes>(&instruction.attributes);
  return pad && pad->value == 0;
}

} // namespace

LayoutId StrategyPrices::id_of(const Layout &layout) {
  const auto [found, is_new] =
      layout_ids_.try_emplace(layout, static_cast<LayoutId>(layouts_.size()));
  if (is_new)
    layouts_.push_back(&found->first);
  return found->second;
}

TypeId StrategyPrices::id_of(const TensorType &type) {
  const auto [found, is_new] =
      type_ids_.try_emplace(key_of(type), static_cast<TypeId>(types_.size()));
  if (is_new)
    types_.push_back(type);
  return found->second;
}

OperationClassId StrategyPrices::class_of(const Block &block, const Instruction &instruction) {
  OperationClass operation{{}, rule_of(block, instruction), {}, {}};
  std::vector<std::int64_t> key{static_cast<std::int64_t>(instruction.operation),
                                pads_with_zero(instruction),
                                static_cast<std::int64_t>(operation.rule.reduction),
                                static_cast<std::int64_t>(instruction.operands.size())};
  for (const ValueId id : instruction.operands)
    operation.operand_types.push_back(id_of(block.type(id)));
  for (const ValueId id : instruction.results)
    operation.result_types.push_back(id_of(block.type(id)));
  for (const std::vector<TypeId> *types : {&operation.operand_types, &operation.result_types})
    key.insert(key.end(), types->begin(), types->end());
  for (const Factor &factor : operation.rule.factors) {
    key.push_back(factor.size);
    key.push_back(static_cast<std::int64_t>(factor.kind));
  }
  append(key, operation.rule.operands);
  append(key, operation.rule.results);
  for (std::size_t i = 0; i < instruction.operands.size(); ++i)
    key.push_back(static_cast<std::int64_t>(first_with_value(instruction.operands, i)));
  const auto [found, is_new] =
      class_ids_.try_emplace(std::move(key), static_cast<OperationClassId>(classes_.size()));
  if (is_new) {
    Instruction alone = instruction;
    const auto take = [&](ValueId &id) {
      operation.block.values.push_back({block.type(id), "", {}});
      id = {static_cast<std::int32_t>(operation.block.values.size() - 1)};
    };
    for (std::size_t i = 0; i < alone.operands.size(); ++i)
      if (const std::size_t first = first_with_value(instruction.operands, i); first < i)
        alone.operands[i] = alone.operands[first];
      else
        take(alone.operands[i]);
    for (ValueId &id : alone.results)
      take(id);
    operation.block.instructions.push_back(std::move(alone));
    classes_.push_back(std::move(operation));
  }
  return found->second;
}

OperationClassId StrategyPrices::gathering_sums(OperationClassId id) {
  if (!classes_[id].gathering_sums) {
    classes_[id].gathering_sums = static_cast<OperationClassId>(classes_.size());
    OperationClass operation = classes_[id];
    operation.may_gather_sums = true;
    classes_.push_back(std::move(operation));
  }
  return *classes_[id].gathering_sums;
}

// Over axes of size 1, whole values are partial ones too.
bool StrategyPrices::is_possible_reshard(LayoutId from, LayoutId to) const {
  const auto with_larger_axes = [&](Layout layout) {
    for (const Axis axis : axis_list(layout.unreduced))
      if (mesh().shape()[axis] == 1)
        layout.unreduced = layout.unreduced - AxisSet(axis);
    return layout;
  };
  return can_become(with_larger_axes(layout(from)), with_larger_axes(layout(to)));
}

double StrategyPrices::reshard_seconds(TypeId type, LayoutId from, LayoutId to) {
  if (from == to)
    return 0;
  key_.assign({type, from, to});
  if (const auto found = reshard_seconds_.find(key_); found != reshard_seconds_.end())
    return found->second;
  const std::u32string key = key_;
  const double seconds = is_possible_reshard(from, to)
                             ? reshards_.between(types_[type], layout(from), layout(to)).seconds
                             : kImpossible;
  reshard_seconds_.emplace(key, seconds);
  return seconds;
}

std::vector<LayoutId> StrategyPrices::scattered(TypeId type, LayoutId partial) {
  const AxisList axes = axis_list(layout(partial).unreduced);
  std::vector<LayoutId> all;
  for (std::size_t dim = 0; dim < types_[type].rank() && !axes.empty(); ++dim) {
    Layout whole = layout(partial);
    whole.unreduced = {};
    whole.reduction = ReduceOp::sum;
    whole.dimensions[dim] = whole.dimensions[dim].followed_by(axes);
    if (types_[type].shape[dim] >= device_count(whole.dimensions[dim], mesh()))
      all.push_back(id_of(whole));
  }
  return all;
}

const Ways &StrategyPrices::ways(OperationClassId id, std::span<const LayoutId> operands,
                                 std::span<const LayoutId> wanted) {
  key_.assign(1, id);
  key_.append(operands.begin(), operands.end());
  key_.append(wanted.begin(), wanted.end());
  if (const auto found = ways_.find(key_); found != ways_.end())
    return found->second;
  std::u32string key = key_;
  return ways_.emplace(std::move(key), work_out(classes_[id], operands, wanted)).first->second;
}

Ways StrategyPrices::work_out(const OperationClass &operation, std::span<const LayoutId> operands,
                              std::span<const LayoutId> wanted) {
  const Instruction &instruction = operation.block.instructions[0];
  std::vector<Layout> operand_layouts, wanted_layouts;
  for (const LayoutId id : operands)
    operand_layouts.push_back(layout(id));
  for (const LayoutId id : wanted)
    wanted_layouts.push_back(layout(id));
  Ways all{{}, {}, kImpossible, {}, {}};
  std::vector<Way> priced;
  for (const Strategy &strategy :
       strategies(operation.block, instruction, operation.rule, operand_layouts, wanted_layouts,
                  mesh(), operation.may_gather_sums)) {
    Way way;
    way.gathers_sum = strategy.gathers_sum;
    way.compute_seconds = operation_seconds(operation.block, instruction, operation.rule,
                                            strategy.axes, mesh(), profile());
    way.own_seconds = way.seconds = way.compute_seconds;
    for (std::size_t i = 0; i < operands.size(); ++i) {
      way.operands.push_back(id_of(strategy.operands[i]));
      way.operand_seconds.push_back(
          is_brought_for_another(instruction, way.operands, i)
              ? 0
              : reshard_seconds(operation.operand_types[i], operands[i], way.operands[i]));
      way.seconds += way.operand_seconds.back();
    }
    for (const Layout &result : strategy.results)
      way.results.push_back(id_of(result));
    if (way.seconds < all.seconds_as_it_comes) {
      all.seconds_as_it_comes = way.seconds;
      all.as_it_comes = way.results;
    }
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      const double seconds = reshard_seconds(operation.result_types[i], way.results[i], wanted[i]);
      way.own_seconds += seconds;
      way.seconds += seconds;
    }
    priced.push_back(std::move(way));
  }
  std::ranges::stable_sort(priced, {}, &Way::seconds);
  all.operand_forms.resize(operands.size());
  all.result_forms.resize(wanted.size());
  const auto take = [](std::vector<LayoutId> &forms, LayoutId form) {
    if (forms.size() < kMostForms && std::ranges::find(forms, form) == forms.end())
      forms.push_back(form);
  };
  for (const Way &way : priced) {
    for (std::size_t i = 0; i < operands.size(); ++i)
      if (is_possible_reshard(operands[i], way.operands[i]))
        take(all.operand_forms[i], way.operands[i]);
    for (std::size_t i = 0; i < wanted.size(); ++i)
      take(all.result_forms[i], way.results[i]);
  }
  for (Way &way : priced)
    if (way.seconds < kImpossible && way.own_seconds <= priced.front().seconds)
      all.ways.push_back(std::move(way));
  return all;
}

LayoutId StrategyPrices::projected(OperationClassId id, std::size_t from, LayoutId from_layout,
                                   std::size_t to, LayoutId to_layout) {
  key_.assign({id, static_cast<char32_t>(from), from_layout, static_cast<char32_t>(to), to_layout});
  if (const auto found = projected_.find(key_); found != projected_.end())
    return found->second;
  const std::u32string key = key_;
  const Rule &rule = classes_[id].rule;
  const auto factors = [&](std::size_t i) -> const ValueFactors & {
    return i < rule.operands.size() ? rule.operands[i] : rule.results[i - rule.operands.size()];
  };
  FactorAxes axes = factor_axes_of(rule, factors(from), layout(from_layout), mesh());
  const FactorAxes before = factor_axes_of(rule, factors(to), layout(to_layout), mesh());
  std::vector<bool> shared(rule.factors.size(), false);
  for (const DimensionFactors &dimension : factors(from))
    for (const std::size_t factor : dimension)
      shared[factor] = true;
  AxisSet used;
  for (const AxisList &list : axes)
    used |= list.set();
  for (std::size_t f = 0; f < axes.size(); ++f)
    if (!shared[f])
      for (const Axis axis : before[f]) {
        if (used.contains(axis))
          break;
        axes[f].push_back(axis);
        used |= AxisSet(axis);
      }
  const bool survives = std::ranges::all_of(factors(to), [&](const DimensionFactors &dimension) {
    return blocks_survive(rule, dimension, axes, mesh());
  });
  const LayoutId result = survives ? id_of(layout_under(factors(to), axes)) : to_layout;
  projected_.emplace(key, result);
  return result;
}

} // namespace brigade
