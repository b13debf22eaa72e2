#include "brigade/gspmd/plan_difference.hpp"

#include "brigade/core/quantity.hpp"
#include "brigade/core/text_table.hpp"
#include "brigade/gspmd/choose.hpp"
#include "brigade/gspmd/joined_blocks.hpp"
#include "brigade/gspmd/listed_names.hpp"
#include "brigade/gspmd/same_values.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <ranges>
#include <tuple>
#include <utility>

namespace brigade {

namespace {

std::size_t index(ValueId id) { return static_cast<std::size_t>(id.index); }

std::vector<ValueDifference> value_differences(const Program &here, const Program &there) {
  std::vector<ValueDifference> found;
  for (std::size_t b = 0; b < here.blocks.size(); ++b) {
    const Block &block = here.blocks[b], &other = there.block(block.name);
    const std::vector<std::string> names = value_names_in(here, b);
    for (const SameValue &same : same_values(block, other)) {
      const TensorSharding &lies = block.value(same.here).sharding.value(),
                           &lies_there = other.value(same.there).sharding.value();
      if (lies != lies_there)
        found.push_back({names[index(same.here)], to_string(lies), to_string(lies_there)});
    }
  }
  return found;
}

/// What the values of a plan are called here, by what they are called there. What a chosen gather
/// makes is called as what it gathers, as the other plan may not have it; and what only that plan
/// has and nobody named, by what comes of it: its number is that of another value here.
std::map<std::string, std::string> names_here(const Program &here, const Program &there) {
  std::map<std::string, std::string> names;
  for (std::size_t b = 0; b < here.blocks.size(); ++b) {
    const Block &block = here.blocks[b], &other = there.block(block.name);
    const std::vector<std::string> of_here = value_names_in(here, b),
                                   of_there = value_names_in(
                                       there,
                                       static_cast<std::size_t>(&other - there.blocks.data()));
    for (const SameValue &same : same_values(block, other))
      names[of_there[index(same.there)]] = of_here[index(same.here)];
    std::string comes_of_it;
    for (const ValueId value : std::views::reverse(propagated_values(other)))
      if (const auto same = names.find(of_there[index(value)]); same != names.end())
        comes_of_it = same->second;
      else if (other.value(value).name.empty() && !comes_of_it.empty())
        names[of_there[index(value)]] = "on the way to " + comes_of_it;
    for (const Instruction &instruction : other.instructions)
      if (is_chosen_gather(instruction)) {
        const std::string &gathered = of_there[index(instruction.operands[0])];
        names[of_there[index(instruction.results[0])]] =
            names.try_emplace(gathered, gathered).first->second;
      }
  }
  return names;
}

/// With the names that values have in the plan `here`.
std::vector<CollectiveUse> uses_of(const Plan &plan, const Program &here) {
  const std::map<std::string, std::string> names = names_here(here, plan.sharded);
  std::vector<CollectiveUse> uses = collectives_of(*plan.partitioned, plan.profile);
  for (CollectiveUse &use : uses)
    use.value = renamed(use.value, [&](const std::string &name) {
      const auto found = names.find(name);
      return found == names.end() ? name : found->second;
    });
  return uses;
}

auto key(const CollectiveUse &use) {
  return std::tie(use.kind, use.axes, use.value, use.operation, use.source);
}

PlanTotals totals(const Plan &plan, const std::vector<CollectiveUse> &uses) {
  PlanTotals totals{cost_of(*plan.partitioned, plan.profile), 0,
                    memory_of(*plan.partitioned, plan.profile)};
  for (const CollectiveUse &use : uses)
    totals.bytes += use.bytes;
  return totals;
}

std::string values_text(const PlanDifference &difference, const std::string &here,
                        const std::string &there) {
  if (difference.values.empty())
    return "Every value lies the same.\n";
  std::vector<std::vector<std::string>> rows{{"Value", here, there}};
  for (const ValueDifference &value : difference.values)
    rows.push_back({value.name, value.here, value.there});
  return text_table(rows);
}

std::string collectives_text(const PlanDifference &difference, const std::string &here,
                             const std::string &there) {
  const std::string same = fmt::format("{} collective{} the same.\n", difference.equal_collectives,
                                       difference.equal_collectives == 1 ? " is" : "s are");
  if (difference.collectives.empty())
    return same;
  std::vector<std::vector<std::string>> rows{{"Collective", "axes", "value", "for", "source",
                                              "sent: " + here, there, "time: " + here, there}};
  for (const auto &[in_here, in_there] : difference.collectives) {
    const CollectiveUse &use = in_here ? *in_here : *in_there;
    rows.push_back({std::string(to_string(use.kind)), fmt::format("{}", fmt::join(use.axes, ",")),
                    use.value, use.operation, use.source,
                    in_here ? bytes_text(in_here->bytes) : "-",
                    in_there ? bytes_text(in_there->bytes) : "-",
                    in_here ? seconds_text(in_here->seconds) : "-",
                    in_there ? seconds_text(in_there->seconds) : "-"});
  }
  return text_table(rows) + same;
}

} // namespace

PlanDifference difference(const Plan &here, const Plan &there) {
  const std::vector<CollectiveUse> first = uses_of(here, here.sharded);
  std::vector<CollectiveUse> second = uses_of(there, here.sharded);
  PlanDifference difference;
  difference.values = value_differences(here.sharded, there.sharded);
  difference.here = totals(here, first);
  difference.there = totals(there, second);
  for (const CollectiveUse &use : first) {
    const auto same = std::ranges::find_if(
        second, [&](const CollectiveUse &other) { return key(other) == key(use); });
    if (same == second.end()) {
      difference.collectives.push_back({use, {}});
      continue;
    }
    if (same->bytes == use.bytes && same->seconds == use.seconds)
      ++difference.equal_collectives;
    else
      difference.collectives.push_back({use, *same});
    second.erase(same);
  }
  for (CollectiveUse &use : second)
    difference.collectives.push_back({{}, std::move(use)});
  return difference;
}

std::string to_string(const PlanDifference &difference, const std::string &here,
                      const std::string &there) {
  const auto &[a, b] = std::tie(difference.here, difference.there);
  const auto row = [](const char *name, const std::string &first, const std::string &second) {
    return std::vector<std::string>{name, first, second};
  };
  return values_text(difference, here, there) + "\n" + collectives_text(difference, here, there) +
         "\n" +
         text_table({row("In all", here, there),
                     row("compute", seconds_text(a.cost.compute_seconds),
                         seconds_text(b.cost.compute_seconds)),
                     row("communication", seconds_text(a.cost.communication_seconds),
                         seconds_text(b.cost.communication_seconds)),
                     row("total", seconds_text(a.cost.total_seconds()),
                         seconds_text(b.cost.total_seconds())),
                     row("U", fmt::format("{:.3f}", a.cost.utilisation()),
                         fmt::format("{:.3f}", b.cost.utilisation())),
                     row("sent", bytes_text(a.bytes), bytes_text(b.bytes)),
                     row("memory", bytes_text(a.memory.total_bytes()),
                         bytes_text(b.memory.total_bytes()))});
}

} // namespace brigade
