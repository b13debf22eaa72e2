#include "brigade/gspmd/choose.hpp"

#include "brigade/gspmd/clean_up.hpp"
#include "brigade/gspmd/partition.hpp"
#include "brigade/gspmd/plan_tables.hpp"
#include "brigade/gspmd/strategy.hpp"
#include "brigade/ir/inline_calls.hpp"

#include <algorithm>
#include <map>
#include <span>
#include <utility>
#include <vector>

namespace brigade {

namespace {

constexpr std::size_t kMostCandidates = 64; ///< layouts that are tried for a value
constexpr std::size_t kMostFromOneSide = 8; ///< of those that an instruction suggests
constexpr int kMostSweeps = 6;

class Descent {
public:
  Descent(const Program &annotated, Program propagated, const MachineProfile &profile)
      : program_(std::move(propagated)), block_(program_.main()), plans_(*program_.mesh, profile),
        users_(block_.values.size()) {
    for (std::size_t i = 0; i < block_.values.size(); ++i) {
      homes_.push_back(layout_of(block_.values[i].sharding.value(), *program_.mesh));
      // What a user left partly open is followed as far as it says something.
      is_fixed_.push_back(annotated.main().values[i].sharding.has_value());
    }
    for (std::size_t i = 0; i < block_.instructions.size(); ++i) {
      const Instruction &instruction = block_.instructions[i];
      const bool is_constraint = instruction.operation == Operation::constraint;
      rules_.push_back(rule_of(block_, instruction));
      for (const ValueId operand : instruction.operands)
        if (users_[index(operand)].empty() || users_[index(operand)].back() != i)
          users_[index(operand)].push_back(i);
      for (const ValueId result : instruction.results) {
        producers_.emplace(index(result), i);
        if (is_constraint)
          is_fixed_[index(result)] = true;
      }
    }
    for (const Result &result : block_.results)
      returned_.emplace(index(result.value), layout_of(result.sharding.value(), *program_.mesh));
  }

  Choice run() && {
    const std::vector<Layout> propagated = homes_;
    for (int sweep = 0, improved = true; improved && sweep < kMostSweeps; ++sweep) {
      improved = false;
      const bool forwards = sweep % 2 == 0;
      for (std::size_t i = 0; i < homes_.size(); ++i)
        improved = improve(forwards ? i : homes_.size() - 1 - i) || improved;
      for (std::size_t i = 0; i < block_.instructions.size(); ++i)
        improved = improve_together(i) || improved;
    }
    Choice choice;
    for (std::size_t i = 0; i < homes_.size(); ++i)
      if (homes_[i] != propagated[i])
        choice.departures.push_back({{static_cast<std::int32_t>(i)},
                                     block_.values[i].sharding.value(),
                                     seconds_saved(i, propagated[i])});
    for (std::size_t i = 0; i < homes_.size(); ++i)
      block_.values[i].sharding = sharding_of(homes_[i], *program_.mesh);
    choice.program = std::move(program_);
    return choice;
  }

private:
  static std::size_t index(ValueId id) { return static_cast<std::size_t>(id.index); }

  // Against another home of this value alone.
  double seconds_saved(std::size_t value, const Layout &other) {
    const double here = cost_around(value);
    const Layout chosen = std::exchange(homes_[value], other);
    const double there = cost_around(value);
    homes_[value] = chosen;
    return there < kImpossible ? std::max(there - here, 0.0) : 0;
  }

  // Moves one value to the layout with which it and its neighbours cost least.
  bool improve(std::size_t value) {
    if (is_fixed_[value])
      return false;
    const Layout before = homes_[value];
    Layout best = before;
    double least = cost_around(value);
    for (const Layout &candidate : candidates(value)) {
      homes_[value] = candidate;
      if (const double cost = cost_around(value); cost < least * (1 - 1e-9)) {
        least = cost;
        best = candidate;
      }
    }
    homes_[value] = best;
    return best != before;
  }

  // Lets the operands of an instruction, and then its results, lie as they come. Two partial
  // results are worth adding only where both stay partial, which no move of one value finds.
  bool improve_together(std::size_t at) {
    const Instruction &instruction = block_.instructions[at];
    std::vector<std::size_t> moved;
    const auto gather_free = [&](const std::vector<ValueId> &values) {
      for (const ValueId value : values)
        if (!is_fixed_[index(value)] && producers_.contains(index(value)) &&
            std::ranges::find(moved, index(value)) == moved.end())
          moved.push_back(index(value));
    };
    gather_free(instruction.operands);
    gather_free(instruction.results);
    if (instruction.operation == Operation::constraint || moved.size() < 2)
      return false;
    const double before = cost_around(moved);
    std::vector<Layout> homes;
    for (const std::size_t value : moved)
      homes.push_back(homes_[value]);
    for (const std::size_t value : moved)
      let_lie_as_it_comes(value);
    if (cost_around(moved) < before * (1 - 1e-9))
      return true;
    for (std::size_t i = 0; i < moved.size(); ++i)
      homes_[moved[i]] = homes[i];
    return false;
  }

  void let_lie_as_it_comes(std::size_t value) {
    const std::size_t at = producers_.at(value);
    const Instruction &instruction = block_.instructions[at];
    if (instruction.operation == Operation::constraint)
      return;
    if (const auto cheapest =
            cheapest_as_it_comes(block_, instruction, rules_[at], layouts_of(instruction.operands),
                                 layouts_of(instruction.results), plans_))
      homes_[value] = cheapest->strategy.results[place_of(instruction.results, value)];
  }

  std::vector<Layout> candidates(std::size_t value) {
    std::vector<Layout> layouts;
    const auto producer = producers_.find(value);
    const auto take = [&](const Layout &layout) {
      // Nothing would make a parameter's partial results.
      if (producer == producers_.end() && !layout.unreduced.empty())
        return;
      if (layouts.size() < kMostCandidates && std::ranges::find(layouts, layout) == layouts.end())
        layouts.push_back(layout);
    };
    if (producer != producers_.end()) {
      const Instruction &instruction = block_.instructions[producer->second];
      const std::size_t place = place_of(instruction.results, value);
      std::size_t taken = 0;
      for (const PricedStrategy &priced : priced_at(producer->second)) {
        take(priced.strategy.results[place]);
        if (++taken == kMostFromOneSide)
          break;
      }
    }
    for (const std::size_t user : users_[value]) {
      if (block_.instructions[user].operation == Operation::constraint) {
        take(homes_[index(block_.instructions[user].results[0])]);
        continue;
      }
      std::size_t taken = 0;
      for (const PricedStrategy &priced : priced_at(user)) {
        for (std::size_t i = 0; i < block_.instructions[user].operands.size(); ++i)
          if (index(block_.instructions[user].operands[i]) == value)
            take(priced.strategy.operands[i]);
        if (++taken == kMostFromOneSide)
          break;
      }
    }
    const auto [first, last] = returned_.equal_range(value);
    for (auto layout = first; layout != last; ++layout)
      take(layout->second);
    return layouts;
  }

  static std::size_t place_of(const std::vector<ValueId> &values, std::size_t value) {
    std::size_t place = 0;
    while (index(values[place]) != value)
      ++place;
    return place;
  }

  // What changes with the homes of these values: their producers, their users, and where they are
  // returned.
  double cost_around(std::span<const std::size_t> values) {
    std::vector<std::size_t> around;
    double seconds = 0;
    for (const std::size_t value : values) {
      if (const auto producer = producers_.find(value); producer != producers_.end())
        around.push_back(producer->second);
      around.insert(around.end(), users_[value].begin(), users_[value].end());
      const auto [first, last] = returned_.equal_range(value);
      for (auto layout = first; layout != last; ++layout)
        seconds += reshard_seconds(block_.values[value].type, homes_[value], layout->second);
    }
    std::ranges::sort(around);
    around.erase(std::unique(around.begin(), around.end()), around.end());
    for (const std::size_t at : around)
      seconds += cost_at(at);
    return seconds;
  }
  double cost_around(std::size_t value) { return cost_around(std::span(&value, 1)); }

  double reshard_seconds(const TensorType &type, const Layout &from, const Layout &to) {
    if (from == to)
      return 0;
    return can_become(from, to) ? plans_.between(type, from, to).seconds : kImpossible;
  }

  std::vector<Layout> layouts_of(const std::vector<ValueId> &values) const {
    std::vector<Layout> layouts;
    for (const ValueId value : values)
      layouts.push_back(homes_[index(value)]);
    return layouts;
  }

  std::vector<PricedStrategy> priced_at(std::size_t at) {
    const Instruction &instruction = block_.instructions[at];
    return priced_strategies(block_, instruction, rules_[at], layouts_of(instruction.operands),
                             layouts_of(instruction.results), plans_);
  }

  // Of an instruction between the homes of its operands and results.
  double cost_at(std::size_t at) {
    const Instruction &instruction = block_.instructions[at];
    if (instruction.operation == Operation::constraint)
      return reshard_seconds(block_.type(instruction.operands[0]),
                             homes_[index(instruction.operands[0])],
                             homes_[index(instruction.results[0])]);
    const auto cheapest =
        cheapest_strategy(block_, instruction, rules_[at], layouts_of(instruction.operands),
                          layouts_of(instruction.results), plans_);
    return cheapest ? cheapest->seconds : kImpossible;
  }

  static constexpr double kImpossible = 1e30; ///< more than any plan, yet two can be added

  Program program_;
  Block &block_;
  ReshardPlans plans_;
  std::vector<Layout> homes_; ///< where each value lies
  std::vector<bool> is_fixed_;
  std::vector<Rule> rules_;
  std::map<std::size_t, std::size_t> producers_;
  std::vector<std::vector<std::size_t>> users_;
  std::multimap<std::size_t, Layout> returned_;
};

double cost(const Program &planned, const MachineProfile &profile) {
  return cost_of(clean_up(partition(planned, profile), profile), profile).total_seconds();
}

} // namespace

Choice choose_with_reasons(const Program &annotated, const Program &propagated,
                           const MachineProfile &profile) {
  Choice choice = Descent(inline_calls(annotated), propagated, profile).run();
  choice.propagated_seconds = cost(propagated, profile);
  choice.seconds = cost(choice.program, profile);
  if (choice.seconds < choice.propagated_seconds)
    return choice;
  return {propagated, {}, choice.propagated_seconds, choice.propagated_seconds};
}

Program choose(const Program &annotated, const Program &propagated, const MachineProfile &profile) {
  return choose_with_reasons(annotated, propagated, profile).program;
}

} // namespace brigade
