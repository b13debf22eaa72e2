#include "brigade/gspmd/explain.hpp"

#include "brigade/core/quantity.hpp"
#include "brigade/gspmd/joined_blocks.hpp"
#include "brigade/gspmd/listed_names.hpp"
#include "brigade/gspmd/needed_blocks.hpp"
#include "brigade/gspmd/propagate.hpp"
#include "brigade/gspmd/rule.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <utility>

namespace brigade {

namespace {

/// Says of each value of the sharded program why it lies as it does. Values are counted as the
/// joined blocks have them.
class Reasons {
public:
  explicit Reasons(const Plan &plan)
      : plan_(plan), annotated_(joined_blocks(needed_blocks(plan.annotated))),
        propagated_(propagate_and_tell(plan.annotated)), sharded_(joined_blocks(plan.sharded)),
        names_(names(plan.sharded, sharded_)), makers_(names_.size(), nullptr),
        departures_(names_.size(), nullptr), values_(annotated_.block.values.size()),
        spreads_(names_.size()), is_annotated_(names_.size(), false) {
    for (std::size_t i = 0; i < sharded_.block.instructions.size(); ++i) {
      const Instruction &instruction = sharded_.block.instructions[i];
      if (!is_chosen_gather(instruction))
        instructions_.push_back(i);
      for (const ValueId result : instruction.results)
        if (!sharded_.is_argument[index(result)])
          makers_[index(result)] = &instruction;
    }
    find_values();
    for (std::size_t i = 0; i < values_.size(); ++i)
      is_annotated_[values_[i]] = annotated_.block.values[i].sharding.has_value();
    for (const Departure &departure : plan.departures)
      departures_[sharded_.index(departure.block, departure.value)] = &departure;
    for (const Spread &spread : propagated_.spreads)
      if (spread.to < values_.size())
        spreads_[values_[spread.to]].push_back(&spread);
  }

  std::vector<ExplainedValue> explain() const {
    std::vector<ExplainedValue> values;
    for (std::size_t b = 0; b < plan_.sharded.blocks.size(); ++b)
      for (std::size_t i = 0; i < plan_.sharded.blocks[b].values.size(); ++i) {
        const std::size_t value = sharded_.firsts[b] + i;
        values.push_back({names_[value], plan_.sharded.blocks[b].values[i].sharding.value(),
                          makers_[value] ? to_string(makers_[value]->source) : "", reason(value)});
      }
    return values;
  }

private:
  static std::size_t index(ValueId id) { return static_cast<std::size_t>(id.index); }

  static std::vector<std::string> names(const Program &program, const JoinedBlocks &joined) {
    std::vector<std::string> names(joined.block.values.size());
    for (std::size_t b = 0; b < program.blocks.size(); ++b) {
      const Block &block = program.blocks[b];
      std::ranges::copy(value_names_in(program, b),
                        names.begin() + static_cast<std::ptrdiff_t>(joined.firsts[b]));
      for (std::size_t i = 0; &block != &program.main() && i < block.results.size(); ++i)
        names[joined.results[b] + i] = fmt::format("result {} of @{}", i, block.name);
    }
    return names;
  }

  // Constraints that gather have values that were not propagated.
  void find_values() {
    const std::vector<Block> &blocks = plan_.sharded.blocks;
    for (std::size_t b = 0; b < blocks.size(); ++b) {
      const std::vector<ValueId> propagated = propagated_values(blocks[b]);
      for (std::size_t i = 0; i < propagated.size(); ++i)
        values_[annotated_.firsts[b] + i] = sharded_.index(b, propagated[i]);
      for (std::size_t i = 0; b + 1 < blocks.size() && i < blocks[b].results.size(); ++i)
        values_[annotated_.results[b] + i] = sharded_.results[b] + i;
    }
  }

  bool is_constraint(std::size_t value) const {
    return makers_[value] && makers_[value]->operation == Operation::constraint &&
           !is_boundary(
               static_cast<std::size_t>(makers_[value] - sharded_.block.instructions.data()));
  }

  bool is_boundary(std::size_t instruction) const {
    return sharded_.origins[instruction].step != JoinedBlocks::Step::own;
  }

  std::string reason(std::size_t value) const {
    if (const Departure *departure = departures_[value])
      return fmt::format("chosen {}, was propagated as {}",
                         departure->seconds_saved > 0
                             ? fmt::format("to save {}", seconds_text(departure->seconds_saved))
                             : "together with others",
                         to_string(departure->propagated));
    if (makers_[value] && is_chosen_gather(*makers_[value]))
      return fmt::format("chosen: {} for {}, {}", makers_[value]->cause->value,
                         makers_[value]->cause->operation, makers_[value]->cause->reason);
    if (is_constraint(value)) {
      const std::string source = to_string(makers_[value]->source);
      return joined(source.empty() ? "constraint" : "constraint at " + source, value);
    }
    return joined(is_annotated_[value] ? "annotated" : "", value);
  }

  std::string joined(const std::string &law, std::size_t value) const {
    std::vector<std::string> parts;
    if (!law.empty())
      parts.push_back(law);
    for (const Spread *spread : spreads_[value])
      parts.push_back(fmt::format("{} from {}",
                                  fmt::join(axis_names(spread->axes, *plan_.sharded.mesh), ","),
                                  origin(*spread)));
    if (parts.empty())
      return sharded_.block.values[value].sharding->unreduced.empty() ? "nothing cuts it"
                                                                      : "partial results go on";
    return fmt::format("{}", fmt::join(parts, ", "));
  }

  std::string origin(const Spread &spread) const {
    if (spread.by >= instructions_.size())
      return spread.from < values_.size() ? names_[values_[spread.from]]
                                          : "the result's annotation";
    const std::size_t by = instructions_[spread.by];
    return fmt::format("{} ({}, {})", names_[values_[spread.from]],
                       is_boundary(by) ? "call"
                                       : to_string(sharded_.block.instructions[by].operation),
                       factor_name(spread.factor));
  }

  const Plan &plan_;
  const JoinedBlocks annotated_;
  const Propagated propagated_;
  const JoinedBlocks sharded_;
  const std::vector<std::string> names_;
  std::vector<const Instruction *> makers_;          ///< of each value; null for a parameter
  std::vector<const Departure *> departures_;        ///< of each value; null for most
  std::vector<std::size_t> values_;                  ///< of each that was propagated
  std::vector<std::size_t> instructions_;            ///< without those that choose put in
  std::vector<std::vector<const Spread *>> spreads_; ///< to each value
  std::vector<bool> is_annotated_;                   ///< each value
};

std::string rule_of(const CollectiveUse &use,
                    const std::map<std::string, const ExplainedValue *> &values) {
  if (use.operation == "constraint")
    return use.source.empty() ? "constraint" : fmt::format("constraint at {}", use.source);
  std::vector<std::string> rules;
  for (const std::string &name : told_names(use.value))
    if (const auto value = values.find(name); value != values.end())
      rules.push_back(fmt::format("{} lies as {}: {}", name, to_string(value->second->sharding),
                                  value->second->reason));
  return fmt::format("{}", fmt::join(rules, "; "));
}

} // namespace

Explanation explain(Plan plan) {
  Explanation explanation;
  explanation.values = Reasons(plan).explain();
  std::map<std::string, const ExplainedValue *> by_name;
  for (const ExplainedValue &value : explanation.values)
    by_name.emplace(value.name, &value);
  if (plan.partitioned) {
    for (CollectiveUse &use : collectives_of(*plan.partitioned, plan.profile)) {
      std::string rule = rule_of(use, by_name);
      explanation.collectives.push_back({std::move(use), std::move(rule)});
    }
    explanation.replications = full_replications(plan);
    explanation.cost = cost_of(*plan.partitioned, plan.profile);
    explanation.memory = memory_of(*plan.partitioned, plan.profile);
  }
  explanation.plan = std::move(plan);
  return explanation;
}

} // namespace brigade
