#include "brigade/gspmd/propagate.hpp"

#include "brigade/core/error.hpp"
#include "brigade/gspmd/factor_axes.hpp"
#include "brigade/gspmd/joined_blocks.hpp"
#include "brigade/gspmd/linearity.hpp"
#include "brigade/gspmd/needed_blocks.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace brigade {

namespace {

/// What is known of a value while propagation goes on. Results of the program have one of their
/// own, beside that of the value which they return.
struct State {
  std::int64_t size = 0; ///< elements
  std::vector<AxisList> dimensions;
  std::vector<bool> open;
  std::vector<int> priority;
  AxisSet reserved; ///< unreduced axes, which no dimension may take
  ReduceOp reduction = ReduceOp::sum;
  bool is_law = false; ///< its unreduced axes, or that it has none, are annotated

  AxisSet used() const {
    AxisSet set = reserved;
    for (const AxisList &axes : dimensions)
      set |= axes.set();
    return set;
  }
};

/// How strong an operation is: weaker ones wait until the stronger ones change nothing any more.
enum class Strength { moves_once, moves_often, pass_through, all };

/// An operation, or the return of a result, between states.
struct Step {
  Rule rule;
  std::vector<std::size_t> states; ///< of the operands, then of the results
  Strength strength = Strength::pass_through;
  const ValueFactors &factors(std::size_t i) const {
    return i < rule.operands.size() ? rule.operands[i] : rule.results[i - rule.operands.size()];
  }
};

State state_of(const TensorType &type, const std::optional<TensorSharding> &annotated,
               const Mesh &mesh) {
  const TensorSharding sharding = annotated.value_or(open_sharding(type.rank()));
  const Layout layout = layout_of(sharding, mesh);
  State state{type.size(),      layout.dimensions,    {}, {}, layout.unreduced,
              layout.reduction, annotated.has_value()};
  for (const DimensionSharding &dimension : sharding.dimensions) {
    state.open.push_back(dimension.open);
    state.priority.push_back(dimension.priority.value_or(0));
  }
  return state;
}

bool cuts_twice_by_one_axis(const TensorSharding &sharding) {
  std::vector<std::string> axes = sharding.unreduced;
  for (const DimensionSharding &dimension : sharding.dimensions)
    axes.insert(axes.end(), dimension.axes.begin(), dimension.axes.end());
  std::ranges::sort(axes);
  return std::ranges::adjacent_find(axes) != axes.end();
}

bool starts_with(const std::vector<std::string> &axes, const std::vector<std::string> &first) {
  return axes.size() >= first.size() && std::equal(first.begin(), first.end(), axes.begin());
}

/// What a constraint says and, in dimensions that it leaves open, what its result's annotation adds
/// to it. Where both cannot be, the constraint holds.
TensorSharding constrained(const TensorSharding &constraint, const TensorSharding &annotation) {
  TensorSharding both = constraint;
  for (std::size_t dim = 0; dim < both.dimensions.size(); ++dim) {
    DimensionSharding &dimension = both.dimensions[dim];
    const DimensionSharding &added = annotation.dimensions[dim];
    if (dimension.open && starts_with(added.axes, dimension.axes))
      dimension = added;
  }
  return cuts_twice_by_one_axis(both) ? constraint : both;
}

class Propagation {
public:
  explicit Propagation(Program program)
      : program_(std::move(program)), joined_(joined_blocks(program_)), block_(joined_.block),
        mesh_(*program_.mesh) {
    for (const Value &value : block_.values)
      states_.push_back(state_of(value.type, value.sharding, mesh_));
    makers_.resize(block_.values.size(), nullptr);
    for (const Instruction &instruction : block_.instructions)
      for (const ValueId result : instruction.results)
        if (!joined_.is_argument[index(result)])
          makers_[index(result)] = &instruction;
    annotate_constraints();
    write_steps();
    pass_unreduced_back();
    pass_unreduced_on();
  }

  Propagated run() && {
    std::vector<int> priorities;
    for (const State &state : states_)
      priorities.insert(priorities.end(), state.priority.begin(), state.priority.end());
    priorities.push_back(0);
    std::ranges::sort(priorities);
    priorities.erase(std::unique(priorities.begin(), priorities.end()), priorities.end());
    for (const int priority : priorities) {
      priority_ = priority;
      for (const Strength strength :
           {Strength::moves_once, Strength::moves_often, Strength::pass_through, Strength::all})
        to_fixpoint(strength);
    }
    write_back();
    return {std::move(program_), std::move(spreads_)};
  }

private:
  void annotate_constraints() {
    for (std::size_t i = 0; i < block_.instructions.size(); ++i) {
      const Instruction &instruction = block_.instructions[i];
      const auto *constraint = std::get_if<ConstraintAttributes>(&instruction.attributes);
      if (!constraint || joined_.origins[i].step != JoinedBlocks::Step::own)
        continue;
      const Value &result = block_.value(instruction.results[0]);
      states_[index(instruction.results[0])] =
          state_of(result.type,
                   result.sharding ? constrained(constraint->sharding, *result.sharding)
                                   : constraint->sharding,
                   mesh_);
    }
  }

  void write_steps() {
    std::vector<int> uses(block_.values.size(), 0);
    for (const Instruction &instruction : block_.instructions)
      for (const ValueId operand : instruction.operands)
        ++uses[index(operand)];
    for (const Result &result : block_.results)
      ++uses[index(result.value)];
    for (const Instruction &instruction : block_.instructions) {
      Step step{rule_of(block_, instruction), {}, Strength::pass_through};
      for (const std::vector<ValueId> *values : {&instruction.operands, &instruction.results})
        for (const ValueId value : *values)
          step.states.push_back(index(value));
      if (moves_elements(info(instruction.operation).kind))
        step.strength = std::ranges::any_of(instruction.results,
                                            [&](ValueId id) { return uses[index(id)] > 1; })
                            ? Strength::moves_often
                            : Strength::moves_once;
      steps_.push_back(std::move(step));
    }
    for (const Result &result : block_.results) {
      const TensorType &type = block_.type(result.value);
      states_.push_back(state_of(type, result.sharding, mesh_));
      Step step{{}, {index(result.value), states_.size() - 1}, Strength::moves_once};
      step.rule.operands.emplace_back(type.rank());
      for (std::size_t dim = 0; dim < type.rank(); ++dim) {
        step.rule.factors.push_back({type.shape[dim], FactorKind::pass_through});
        step.rule.operands[0][dim].push_back(dim);
      }
      step.rule.results = step.rule.operands;
      steps_.push_back(std::move(step));
    }
  }

  static bool moves_elements(OperationKind kind) {
    return kind == OperationKind::elementwise || kind == OperationKind::shape ||
           kind == OperationKind::annotation;
  }

  // A result, or a value, that is annotated as unreduced makes those unreduced that it is made of,
  // back to a reduction that leaves partial results, as far as nobody annotated them otherwise.
  void pass_unreduced_back() {
    for (std::size_t i = 0; i < block_.results.size(); ++i)
      if (const State &result = states_[block_.values.size() + i]; !result.reserved.empty())
        make_unreduced(block_.results[i].value, result.reserved, result.reduction);
    for (auto instruction = block_.instructions.rbegin(); instruction != block_.instructions.rend();
         ++instruction)
      if (const State &state = states_[index(instruction->results[0])];
          state.is_law && !state.reserved.empty())
        make_operands_unreduced(*instruction, state.reserved, state.reduction);
  }

  void make_unreduced(ValueId id, AxisSet axes, ReduceOp reduction) {
    if (states_[index(id)].reserved == axes || !can_be_unreduced(id, axes, reduction))
      return;
    take_unreduced(states_[index(id)], axes, reduction);
    // What was to be of another kind by way of this value no longer can.
    std::erase_if(can_be_unreduced_,
                  [&](const auto &answers) { return answers.first != std::pair(axes, reduction); });
    make_operands_unreduced(*makers_[index(id)], axes, reduction);
  }

  void make_operands_unreduced(const Instruction &instruction, AxisSet axes, ReduceOp reduction) {
    for (const PartialOperand &operand : partial_operands(instruction, axes, reduction))
      make_unreduced(operand.value, axes, operand.reduction);
  }

  // Each value is looked into once for each kind of partial result, however many ways lead to it.
  bool can_be_unreduced(ValueId id, AxisSet axes, ReduceOp reduction) {
    const State &state = states_[index(id)];
    if (state.is_law || !state.reserved.empty())
      return state.reserved == axes && state.reduction == reduction;
    std::vector<std::optional<bool>> &known = can_be_unreduced_[{axes, reduction}];
    known.resize(block_.values.size());
    if (!known[index(id)]) {
      const Instruction *maker = makers_[index(id)];
      known[index(id)] = maker && (leaves_partial_results(*maker, reduction) ||
                                   !partial_operands(*maker, axes, reduction).empty());
    }
    return *known[index(id)];
  }

  bool leaves_partial_results(const Instruction &instruction, ReduceOp reduction) const {
    const Rule rule = rule_of(block_, instruction);
    return rule.reduction == reduction &&
           std::ranges::any_of(rule.factors, [](const Factor &factor) {
             return factor.kind == FactorKind::reduction;
           });
  }

  struct PartialOperand {
    ValueId value;
    ReduceOp reduction;
  };

  // Operands of which partial results make partial results of the instruction: one of them, or all.
  // None where the instruction makes such itself.
  std::vector<PartialOperand> partial_operands(const Instruction &instruction, AxisSet axes,
                                               ReduceOp reduction) {
    const std::vector<ValueId> &operands = instruction.operands;
    if (leaves_partial_results(instruction, reduction))
      return {};
    for (std::size_t chosen = 0; chosen <= operands.size(); ++chosen) {
      std::vector<bool> unreduced;
      for (const ValueId operand : operands)
        unreduced.push_back(chosen == operands.size() || operand == operands[chosen]);
      for (const ReduceOp before : {ReduceOp::sum, ReduceOp::max, ReduceOp::min}) {
        std::vector<PartialOperand> partial;
        bool possible = unreduced_result(block_, instruction, unreduced, before) == reduction;
        for (std::size_t i = 0; possible && i < operands.size(); ++i)
          if (unreduced[i]) {
            possible = can_be_unreduced(operands[i], axes, before);
            partial.push_back({operands[i], before});
          }
        if (possible)
          return partial;
      }
    }
    return {};
  }

  // A value that is annotated as unreduced makes those unreduced that follow from it by operations
  // which need no whole operand, as far as nobody annotated them otherwise.
  void pass_unreduced_on() {
    for (std::size_t at = 0; at < block_.instructions.size(); ++at) {
      const Instruction &instruction = block_.instructions[at];
      std::vector<bool> unreduced;
      AxisSet axes;
      ReduceOp reduction = ReduceOp::sum;
      bool agree = true;
      for (const ValueId operand : instruction.operands) {
        const State &state = states_[index(operand)];
        unreduced.push_back(!state.reserved.empty());
        if (state.reserved.empty())
          continue;
        agree = agree && (axes.empty() || (axes == state.reserved && reduction == state.reduction));
        axes = state.reserved;
        reduction = state.reduction;
      }
      if (axes.empty() || !agree)
        continue;
      const std::optional<ReduceOp> passed =
          unreduced_result(block_, instruction, unreduced, reduction);
      // What a block is called with may be partial in one call and whole in another.
      for (const ValueId result : instruction.results)
        if (State &state = states_[index(result)]; passed && !state.is_law &&
                                                   state.reserved.empty() &&
                                                   !joined_.is_argument[index(result)])
          take_unreduced(state, axes, *passed);
    }
    for (std::size_t i = 0; i < block_.results.size(); ++i) {
      const State &value = states_[index(block_.results[i].value)];
      if (State &result = states_[block_.values.size() + i]; !result.is_law)
        take_unreduced(result, value.reserved, value.reduction);
    }
  }

  static void take_unreduced(State &state, AxisSet axes, ReduceOp reduction) {
    state.reserved = axes;
    state.reduction = reduction;
  }

  // Forwards and backwards in turn, since an annotation travels a whole chain in one such sweep.
  void to_fixpoint(Strength strength) {
    bool changed = true;
    while (changed) {
      changed = false;
      for (Step &step : steps_)
        changed = apply(step, strength) || changed;
      for (auto step = steps_.rbegin(); step != steps_.rend(); ++step)
        changed = apply(*step, strength) || changed;
    }
  }

  struct Candidate {
    std::size_t factor = 0;
    AxisList axes;
    std::int64_t source_size = 0; ///< of the largest value that has these axes
    std::size_t source = 0;       ///< its place among operands and results
  };

  bool apply(const Step &step, Strength strength) {
    if (step.strength > strength)
      return false;
    std::vector<FactorAxes> axes;
    for (std::size_t i = 0; i < step.states.size(); ++i)
      axes.push_back(visible_axes(step, i));
    std::vector<Candidate> candidates;
    for (std::size_t factor = 0; factor < step.rule.factors.size(); ++factor) {
      const FactorKind kind = step.rule.factors[factor].kind;
      if (kind == FactorKind::whole || (kind == FactorKind::reduction && strength != Strength::all))
        continue;
      if (Candidate candidate = agreed(step, axes, factor); !candidate.axes.empty())
        candidates.push_back(candidate);
    }
    // An axis that two factors want goes with the larger value, of equal ones with the first.
    std::ranges::stable_sort(candidates, [](const Candidate &a, const Candidate &b) {
      return std::pair(-a.source_size, a.source) < std::pair(-b.source_size, b.source);
    });
    bool changed = false;
    for (const Candidate &candidate : candidates)
      for (std::size_t i = 0; i < step.states.size(); ++i)
        changed = expand(step, i, candidate, axes[i]) || changed;
    return changed;
  }

  // Axes of dimensions whose turn has come.
  FactorAxes visible_axes(const Step &step, std::size_t i) const {
    const State &state = states_[step.states[i]];
    Layout layout{state.dimensions, {}, ReduceOp::sum};
    for (std::size_t dim = 0; dim < layout.dimensions.size(); ++dim)
      if (state.priority[dim] > priority_)
        layout.dimensions[dim] = {};
    return factor_axes_of(step.rule, step.factors(i), layout, mesh_);
  }

  // The longest list of which every other is a prefix; else what all have in common.
  Candidate agreed(const Step &step, const std::vector<FactorAxes> &axes,
                   std::size_t factor) const {
    AxisList longest;
    for (std::size_t i = 0; i < axes.size(); ++i)
      if (has(step.factors(i), factor) && axes[i][factor].size() > longest.size())
        longest = axes[i][factor];
    std::size_t common = longest.size();
    for (std::size_t i = 0; i < axes.size(); ++i)
      if (has(step.factors(i), factor) && !axes[i][factor].is_prefix_of(longest))
        common = std::min(common, axes[i][factor].common_prefix(longest));
    Candidate candidate{factor, longest.first(common), -1, 0};
    for (std::size_t i = 0; i < axes.size(); ++i)
      if (const std::int64_t size = states_[step.states[i]].size;
          size > candidate.source_size && has(step.factors(i), factor) &&
          candidate.axes.is_prefix_of(axes[i][factor])) {
        candidate.source_size = size;
        candidate.source = i;
      }
    return candidate;
  }

  static bool has(const ValueFactors &value, std::size_t factor) {
    return std::ranges::any_of(value, [&](const DimensionFactors &dimension) {
      return std::ranges::find(dimension, factor) != dimension.end();
    });
  }

  bool expand(const Step &step, std::size_t i, const Candidate &candidate, FactorAxes &axes) {
    State &state = states_[step.states[i]];
    const ValueFactors &factors = step.factors(i);
    for (std::size_t dim = 0; dim < factors.size(); ++dim) {
      if (std::ranges::find(factors[dim], candidate.factor) == factors[dim].end())
        continue;
      if (!state.open[dim] || state.priority[dim] > priority_)
        return false;
      if (!axes[candidate.factor].is_prefix_of(candidate.axes))
        return false;
      AxisList taken;
      for (std::size_t next = axes[candidate.factor].size(); next < candidate.axes.size(); ++next) {
        const Axis axis = candidate.axes[next];
        if (state.used().contains(axis))
          break;
        FactorAxes longer = axes;
        longer[candidate.factor].push_back(axis);
        if (!blocks_survive(step.rule, factors[dim], longer, mesh_) ||
            !holds_all(factors[dim], axes, state.dimensions[dim]))
          break;
        axes = std::move(longer);
        state.dimensions[dim] = joined(factors[dim], axes);
        taken.push_back(axis);
      }
      if (taken.empty())
        return false;
      spreads_.push_back({step.states[i], dim, taken, step.states[candidate.source],
                          static_cast<std::size_t>(&step - steps_.data()), candidate.factor});
      return true;
    }
    return false;
  }

  static AxisList joined(const DimensionFactors &dimension, const FactorAxes &axes) {
    AxisList list;
    for (const std::size_t factor : dimension)
      list = list.followed_by(axes[factor]);
    return list;
  }

  // False where a merged dimension has axes that belong to none of its factors.
  static bool holds_all(const DimensionFactors &dimension, const FactorAxes &axes,
                        const AxisList &list) {
    return joined(dimension, axes) == list;
  }

  void write_back() {
    for (std::size_t b = 0; b < program_.blocks.size(); ++b) {
      Block &block = program_.blocks[b];
      for (std::size_t i = 0; i < block.values.size(); ++i)
        block.values[i].sharding = annotation(states_[joined_.firsts[b] + i]);
      const bool is_main = &block == &program_.main();
      for (std::size_t i = 0; i < block.results.size(); ++i)
        block.results[i].sharding =
            annotation(states_[(is_main ? block_.values.size() : joined_.results[b]) + i]);
    }
  }

  TensorSharding annotation(const State &state) const {
    return sharding_of({state.dimensions, state.reserved, state.reduction}, mesh_);
  }

  static std::size_t index(ValueId id) { return static_cast<std::size_t>(id.index); }

  Program program_;
  const JoinedBlocks joined_;
  const Block &block_; ///< all that the program comes to
  const Mesh &mesh_;
  std::vector<const Instruction *> makers_; ///< of each value; null for a block's parameter
  std::vector<State> states_;
  std::map<std::pair<AxisSet, ReduceOp>, std::vector<std::optional<bool>>> can_be_unreduced_;
  std::vector<Step> steps_; ///< of the instructions, then of the results
  std::vector<Spread> spreads_;
  int priority_ = 0;
};

} // namespace

Program propagate(const Program &program) { return propagate_and_tell(program).program; }

Propagated propagate_and_tell(const Program &program) {
  if (!program.mesh)
    throw InputError("the program has no mesh; say which devices there are: mesh {x: 4, y: 2}");
  require_few_axes(*program.mesh);
  return Propagation(needed_blocks(program)).run();
}

} // namespace brigade
