#include "planned.hpp"

#include "brigade/gspmd/plan_tables.hpp"
#include "brigade/ir/print.hpp"

#include <nlohmann/json.hpp>

namespace brigade::plan {

namespace {

using Json = nlohmann::ordered_json;

Json values_json(const Block &block) {
  Json values = Json::object();
  for (const Value &value : block.values)
    if (!value.name.empty() && value.sharding)
      values[value.name] = to_string(*value.sharding);
  return values;
}

Json collectives_json(const Plan &plan) {
  Json rows = Json::array();
  for (const CollectiveUse &use : collectives_of(*plan.partitioned, plan.profile))
    rows.push_back({{"kind", to_string(use.kind)},
                    {"axes", use.axes},
                    {"bytes", use.bytes},
                    {"seconds", use.seconds},
                    {"value", use.value},
                    {"operation", use.operation},
                    {"source", use.source},
                    {"reason", use.reason}});
  return rows;
}

} // namespace

std::string as_json(const Planned &planned) {
  const Plan &plan = planned.plan;
  Json json{{"values", values_json(plan.sharded.main())},
            {"program", to_string(plan.sharded, {.types = true})}};
  if (plan.partitioned) {
    const PlanCost cost = cost_of(*plan.partitioned, plan.profile);
    json["partitioned"] = to_string(*plan.partitioned, {.types = true});
    json["collectives"] = collectives_json(plan);
    json["cost"] = {{"compute_s", cost.compute_seconds},
                    {"comm_s", cost.communication_seconds},
                    {"total_s", cost.total_seconds()},
                    {"overlapped_s", cost.overlapped_seconds}};
    json["memory"] = {{"peak_bytes", peak_bytes(*plan.partitioned)}};
  }
  if (planned.run) {
    json["ranks"] = planned.run->ranks;
    json["max_abs_difference"] = planned.run->max_abs_difference;
    json["max_rel_difference"] = planned.run->max_rel_difference;
  }
  return json.dump(2) + "\n";
}

} // namespace brigade::plan
