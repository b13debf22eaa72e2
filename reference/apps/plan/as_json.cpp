#include "planned.hpp"

#include "brigade/gspmd/joined_blocks.hpp"
#include "brigade/ir/print.hpp"

#include <nlohmann/json.hpp>

namespace brigade::plan {

namespace {

using Json = nlohmann::ordered_json;

Json shardings_json(const Program &program) {
  Json values = Json::object();
  for (std::size_t b = 0; b < program.blocks.size(); ++b) {
    const std::vector<Value> &of_block = program.blocks[b].values;
    const std::vector<std::string> names = value_names_in(program, b);
    for (std::size_t i = 0; i < of_block.size(); ++i)
      if (!of_block[i].name.empty() && of_block[i].sharding)
        values[names[i]] = to_string(*of_block[i].sharding);
  }
  return values;
}

Json reasons_json(const Explanation &explanation) {
  Json reasons = Json::object();
  for (const ExplainedValue &value : explanation.values)
    reasons[value.name] = {{"sharding", to_string(value.sharding)},
                           {"source", value.source},
                           {"reason", value.reason}};
  return reasons;
}

Json collectives_json(const Explanation &explanation) {
  Json rows = Json::array();
  for (const auto &[use, rule] : explanation.collectives)
    rows.push_back({{"kind", to_string(use.kind)},
                    {"axes", use.axes},
                    {"bytes", use.bytes},
                    {"seconds", use.seconds},
                    {"value", use.value},
                    {"operation", use.operation},
                    {"source", use.source},
                    {"reason", use.reason},
                    {"rule", rule}});
  return rows;
}

Json replications_json(const Explanation &explanation) {
  Json rows = Json::array();
  for (const FullReplication &each : explanation.replications)
    rows.push_back({{"value", each.value},
                    {"operation", each.operation},
                    {"source", each.source},
                    {"bytes", each.bytes},
                    {"reason", each.reason},
                    {"advice", each.advice}});
  return rows;
}

Json moved_json(const std::optional<CollectiveUse> &use) {
  return use ? Json{{"bytes", use->bytes}, {"seconds", use->seconds}} : Json();
}

Json totals_json(const PlanTotals &totals) {
  return {{"compute_s", totals.cost.compute_seconds},
          {"comm_s", totals.cost.communication_seconds},
          {"total_s", totals.cost.total_seconds()},
          {"bytes", totals.bytes},
          {"peak_bytes", totals.memory.total_bytes()}};
}

Json comparison_json(const Comparison &comparison) {
  const PlanDifference &difference = comparison.difference;
  Json values = Json::object(), collectives = Json::array();
  for (const ValueDifference &value : difference.values)
    values[value.name] = {{"here", value.here}, {"there", value.there}};
  for (const auto &[here, there] : difference.collectives) {
    const CollectiveUse &use = here ? *here : *there;
    collectives.push_back({{"kind", to_string(use.kind)},
                           {"axes", use.axes},
                           {"value", use.value},
                           {"operation", use.operation},
                           {"source", use.source},
                           {"here", moved_json(here)},
                           {"there", moved_json(there)}});
  }
  return {{"here", comparison.here},
          {"there", comparison.there},
          {"values", values},
          {"collectives", collectives},
          {"equal_collectives", difference.equal_collectives},
          {"totals_here", totals_json(difference.here)},
          {"totals_there", totals_json(difference.there)}};
}

} // namespace

std::string as_json(const Planned &planned) {
  const Explanation &explanation = planned.explanation;
  const Plan &plan = explanation.plan;
  Json json{{"values", shardings_json(plan.sharded)},
            {"reasons", reasons_json(explanation)},
            {"program", to_string(plan.sharded, {.types = true})}};
  if (plan.partitioned) {
    const PlanCost &cost = explanation.cost;
    json["partitioned"] = to_string(*plan.partitioned, {.types = true});
    json["collectives"] = collectives_json(explanation);
    json["replications"] = replications_json(explanation);
    json["cost"] = {{"compute_s", cost.compute_seconds},
                    {"comm_s", cost.communication_seconds},
                    {"total_s", cost.total_seconds()},
                    {"overlapped_s", cost.overlapped_seconds},
                    {"utilisation", cost.utilisation()}};
    const PlanMemory &memory = explanation.memory;
    json["memory"] = {{"peak_bytes", memory.total_bytes()},
                      {"argument_bytes", memory.argument_bytes},
                      {"result_bytes", memory.result_bytes},
                      {"arena_bytes", memory.arena_bytes}};
  }
  if (planned.comparison)
    json["against"] = comparison_json(*planned.comparison);
  if (planned.run) {
    json["ranks"] = planned.run->ranks;
    json["max_abs_difference"] = planned.run->max_abs_difference;
    json["max_rel_difference"] = planned.run->max_rel_difference;
    json["agrees"] = planned.run->agrees();
    json["share_of_rounding"] = planned.run->share_of_rounding;
    if (!planned.run->arena_bytes_per_rank.empty())
      json["arena_bytes_per_rank"] = planned.run->arena_bytes_per_rank;
  }
  // Names of files may hold any bytes; JSON holds UTF-8 only.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace brigade::plan
