#include "planned.hpp"

#include "brigade/gspmd/plan_tables.hpp"
#include "brigade/ir/print.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <vector>

namespace brigade::plan {

namespace {

std::string bytes_text(double bytes) {
  for (const char *unit : {"B", "KiB", "MiB", "GiB"}) {
    if (bytes < 1024)
      return fmt::format("{:.4g} {}", bytes, unit);
    bytes /= 1024;
  }
  return fmt::format("{:.4g} TiB", bytes);
}

std::string seconds_text(double seconds) {
  for (const char *unit : {"s", "ms", "µs"}) {
    if (seconds >= 1 || seconds == 0)
      return fmt::format("{:.4g} {}", seconds, unit);
    seconds *= 1000;
  }
  return fmt::format("{:.4g} ns", seconds);
}

/// Columns as wide as their widest entry; the last one is not padded.
std::string table_text(const std::vector<std::vector<std::string>> &rows) {
  std::vector<std::size_t> widths(rows[0].size(), 0);
  for (const auto &row : rows)
    for (std::size_t i = 0; i < row.size(); ++i)
      widths[i] = std::max(widths[i], row[i].size());
  std::string text;
  for (const auto &row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i)
      line += i + 1 < row.size() ? fmt::format("{:<{}}  ", row[i], widths[i]) : row[i];
    text += line + "\n";
  }
  return text;
}

std::string collectives_text(const Plan &plan) {
  const std::vector<CollectiveUse> uses = collectives_of(*plan.partitioned, plan.profile);
  if (uses.empty())
    return "Collectives: none\n";
  std::vector<std::vector<std::string>> rows{
      {"Collective", "axes", "sent", "time", "value", "for", "source", "because"}};
  for (const CollectiveUse &use : uses)
    rows.push_back({std::string(to_string(use.kind)), fmt::format("{}", fmt::join(use.axes, ",")),
                    bytes_text(use.bytes), seconds_text(use.seconds), use.value, use.operation,
                    use.source, use.reason});
  return table_text(rows);
}

} // namespace

std::string as_text(const Planned &planned) {
  const Plan &plan = planned.plan;
  std::string text = "With shardings:\n" + to_string(plan.sharded, {.types = true});
  if (!plan.partitioned)
    return text;
  text += "\nOn every device:\n" + to_string(*plan.partitioned, {.types = true});
  text += fmt::format("\n{}", collectives_text(plan));
  const PlanCost cost = cost_of(*plan.partitioned, plan.profile);
  text += fmt::format(
      "\nModelled time ({}): compute {}, communication {}, total {}, of which {} overlap; U = "
      "{:.3f}\n",
      plan.profile.name, seconds_text(cost.compute_seconds),
      seconds_text(cost.communication_seconds), seconds_text(cost.total_seconds()),
      seconds_text(cost.overlapped_seconds), cost.utilisation());
  text += fmt::format("Memory of a device: {} at most\n", bytes_text(peak_bytes(*plan.partitioned)));
  if (planned.run)
    text += fmt::format("Run on {} ranks: largest difference from the interpreter {:.3g}, relative "
                        "{:.3g}\n",
                        planned.run->ranks, planned.run->max_abs_difference,
                        planned.run->max_rel_difference);
  return text;
}

} // namespace brigade::plan
