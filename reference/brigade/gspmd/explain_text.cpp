#include "brigade/core/quantity.hpp"
#include "brigade/core/text_table.hpp"
#include "brigade/gspmd/explain.hpp"
#include "brigade/ir/print.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <optional>
#include <sstream>
#include <string>
#include <vector>

namespace brigade {

namespace {

constexpr const char *kBold = "\033[1m", *kYellow = "\033[33m", *kPlain = "\033[0m";

std::string heading(const std::string &text, const TextOptions &options) {
  return options.colours ? fmt::format("{}{}{}\n", kBold, text, kPlain) : text + "\n";
}

// Lines that `stands_out` holds of in yellow.
template <class StandsOut>
std::string coloured(const std::string &text, const TextOptions &options, StandsOut stands_out) {
  if (!options.colours)
    return text;
  std::string result;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    result += stands_out(line) ? fmt::format("{}{}{}\n", kYellow, line, kPlain) : line + "\n";
  return result;
}

bool has_a_collective(const std::string &line) {
  for (const Operation operation :
       {Operation::all_reduce, Operation::all_gather, Operation::reduce_scatter,
        Operation::all_to_all, Operation::permute})
    if (line.find(fmt::format(" {}(", to_string(operation))) != std::string::npos)
      return true;
  return false;
}

std::string sharded_text(const Explanation &explanation) {
  std::vector<std::string> reasons;
  for (const ExplainedValue &value : explanation.values)
    reasons.push_back(value.reason);
  return to_string(explanation.plan.sharded, {.types = true, .remarks = reasons});
}

std::string programs_text(const Explanation &explanation, const TextOptions &options) {
  const std::optional<Program> &partitioned = explanation.plan.partitioned;
  std::string text = heading("With shardings:", options) + sharded_text(explanation);
  if (partitioned)
    text +=
        fmt::format("\n{}{}\n", heading("On every device:", options),
                    coloured(to_string(*partitioned, {.types = true}), options, has_a_collective));
  return text;
}

std::string collectives_text(const Explanation &explanation, const TextOptions &options) {
  if (explanation.collectives.empty())
    return "Collectives: none\n";
  std::vector<std::vector<std::string>> rows{
      {"Collective", "axes", "sent", "time", "value", "for", "source", "because"}};
  for (const auto &[use, rule] : explanation.collectives)
    rows.push_back({std::string(to_string(use.kind)), fmt::format("{}", fmt::join(use.axes, ",")),
                    bytes_text(use.bytes), seconds_text(use.seconds), use.value, use.operation,
                    use.source, use.reason + (rule.empty() ? "" : "; " + rule)});
  return coloured(text_table(rows), options,
                  [](const std::string &line) { return !line.starts_with("Collective "); });
}

std::string replications_text(const Explanation &explanation, const TextOptions &options) {
  if (explanation.replications.empty())
    return "";
  std::string text = fmt::format("\n{}", heading("Whole on every device:", options));
  for (const FullReplication &each : explanation.replications)
    text += fmt::format("  {} ({}) for {}{}{}: {}; {}\n", each.value, bytes_text(each.bytes),
                        each.operation, each.source.empty() ? "" : " at ", each.source, each.reason,
                        each.advice);
  return text;
}

} // namespace

std::string to_string(const Explanation &explanation, const TextOptions &options) {
  const Plan &plan = explanation.plan;
  std::string text = options.programs ? programs_text(explanation, options) : "";
  if (!plan.partitioned)
    return text;
  text += collectives_text(explanation, options) + replications_text(explanation, options);
  const PlanCost &cost = explanation.cost;
  text += fmt::format(
      "\nModelled time ({}): compute {}, communication {}, total {}, of which {} overlap; U = "
      "{:.3f}\n",
      plan.profile.name, seconds_text(cost.compute_seconds),
      seconds_text(cost.communication_seconds), seconds_text(cost.total_seconds()),
      seconds_text(cost.overlapped_seconds), cost.utilisation());
  const auto bytes = [](std::size_t count) { return bytes_text(static_cast<double>(count)); };
  const PlanMemory &memory = explanation.memory;
  return text + fmt::format("Memory of a device: {} (arguments {}, results {}, arena {})\n",
                            bytes_text(memory.total_bytes()), bytes(memory.argument_bytes),
                            bytes(memory.result_bytes), bytes(memory.arena_bytes));
}

} // namespace brigade
