#pragma once

#include "brigade/gspmd/plan.hpp"
#include "brigade/gspmd/plan_memory.hpp"
#include "brigade/gspmd/plan_tables.hpp"

#include <optional>
#include <string>
#include <vector>

namespace brigade {

/// A value that lies differently in the two plans.
struct ValueDifference {
  std::string name, here, there; ///< shardings
};

/// A collective that only one of the plans has, or that sends or takes another amount in the other.
struct CollectiveDifference {
  std::optional<CollectiveUse> here, there; ///< at least one
};

/// What a plan costs in all; of one device.
struct PlanTotals {
  PlanCost cost;
  double bytes = 0; ///< sent
  PlanMemory memory;
};

/// In what two plans of one program differ.
struct PlanDifference {
  std::vector<ValueDifference> values;
  std::vector<CollectiveDifference>
      collectives; ///< in the order of the first plan, then the second's
  std::size_t equal_collectives = 0;
  PlanTotals here, there;
};

/// Collectives are the same if kind, axes, value, operation and source are; values are called as in
/// the first plan. Both plans are partitioned, and of the same program but for its annotations.
PlanDifference difference(const Plan &here, const Plan &there);

/// For people; `here` and `there` are what the plans are called.
std::string to_string(const PlanDifference &difference, const std::string &here,
                      const std::string &there);

} // namespace brigade
