#include "brigade/gspmd/plan_difference.hpp"

#include "brigade/core/quantity.hpp"
#include "brigade/core/text_table.hpp"
#include "brigade/gspmd/joined_blocks.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <tuple>
#include <utility>

namespace brigade {

namespace {

std::vector<ValueDifference> value_differences(const Program &here, const Program &there) {
  std::vector<ValueDifference> found;
  for (std::size_t b = 0; b < here.blocks.size(); ++b) {
    const std::vector<Value> &values = here.blocks[b].values;
    const std::vector<Value> &others = there.block(here.blocks[b].name).values;
    const std::vector<std::string> names = value_names_in(here, b);
    // A plan may compute something in another way, and then has other values from there.
    for (std::size_t i = 0; i < std::min(values.size(), others.size()); ++i)
      if (values[i].type == others[i].type && values[i].sharding != others[i].sharding)
        found.push_back({names[i], to_string(values[i].sharding.value()),
                         to_string(others[i].sharding.value())});
  }
  return found;
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
  const std::vector<CollectiveUse> first = collectives_of(*here.partitioned, here.profile);
  std::vector<CollectiveUse> second = collectives_of(*there.partitioned, there.profile);
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
