#include "brigade/gspmd/explain.hpp"

#include "brigade/core/quantity.hpp"
#include "brigade/gspmd/propagate.hpp"
#include "brigade/gspmd/rule.hpp"
#include "brigade/ir/inline_calls.hpp"
#include "brigade/ir/value_names.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <utility>

namespace brigade {

namespace {

/// Says of each value of the sharded program why it lies as it does.
class Reasons {
public:
  explicit Reasons(const Plan &plan)
      : plan_(plan), annotated_(inline_calls(plan.annotated)),
        propagated_(propagate_and_tell(plan.annotated)), block_(plan.sharded.main()),
        names_(value_names(block_)), makers_(block_.values.size(), nullptr),
        departures_(block_.values.size(), nullptr), values_(propagated_values(block_)),
        spreads_(block_.values.size()), is_annotated_(block_.values.size(), false) {
    for (const Instruction &instruction : block_.instructions) {
      if (!is_chosen_gather(instruction))
        instructions_.push_back(&instruction);
      for (const ValueId result : instruction.results)
        makers_[index(result)] = &instruction;
    }
    for (std::size_t i = 0; i < values_.size(); ++i)
      is_annotated_[index(values_[i])] = annotated_.main().values[i].sharding.has_value();
    for (const Departure &departure : plan.departures)
      departures_[index(departure.value)] = &departure;
    for (const Spread &spread : propagated_.spreads)
      if (spread.to < values_.size())
        spreads_[index(values_[spread.to])].push_back(&spread);
  }

  std::vector<ExplainedValue> explain() const {
    std::vector<ExplainedValue> values;
    for (std::size_t i = 0; i < block_.values.size(); ++i)
      values.push_back({names_[i], block_.values[i].sharding.value(),
                        makers_[i] ? to_string(makers_[i]->source) : "", reason(i)});
    return values;
  }

private:
  static std::size_t index(ValueId id) { return static_cast<std::size_t>(id.index); }

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
    if (makers_[value] && makers_[value]->operation == Operation::constraint) {
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
      return block_.values[value].sharding->unreduced.empty() ? "nothing cuts it"
                                                              : "partial results go on";
    return fmt::format("{}", fmt::join(parts, ", "));
  }

  std::string origin(const Spread &spread) const {
    if (spread.by >= instructions_.size())
      return spread.from < values_.size() ? names_[index(values_[spread.from])]
                                          : "the result's annotation";
    return fmt::format("{} ({}, {})", names_[index(values_[spread.from])],
                       to_string(instructions_[spread.by]->operation), factor_name(spread.factor));
  }

  const Plan &plan_;
  const Program annotated_;
  const Propagated propagated_;
  const Block &block_;
  const std::vector<std::string> names_;
  std::vector<const Instruction *> makers_;          ///< of each value; null for a parameter
  std::vector<const Departure *> departures_;        ///< of each value; null for most
  const std::vector<ValueId> values_;                ///< of each that was propagated
  std::vector<const Instruction *> instructions_;    ///< without those that choose put in
  std::vector<std::vector<const Spread *>> spreads_; ///< to each value
  std::vector<bool> is_annotated_;                   ///< each value
};

// A bucket lists its values: "dw, db, dv and 4 more".
std::string rule_of(const CollectiveUse &use,
                    const std::map<std::string, const ExplainedValue *> &values) {
  if (use.operation == "constraint")
    return use.source.empty() ? "constraint" : fmt::format("constraint at {}", use.source);
  const std::string listed = use.value.substr(0, use.value.find(" and "));
  std::vector<std::string> rules;
  for (std::size_t begin = 0; begin <= listed.size();) {
    const std::size_t end = std::min(listed.find(", ", begin), listed.size());
    const auto value = values.find(listed.substr(begin, end - begin));
    if (value != values.end())
      rules.push_back(fmt::format("{} lies as {}: {}", value->first,
                                  to_string(value->second->sharding), value->second->reason));
    begin = end + 2;
  }
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
