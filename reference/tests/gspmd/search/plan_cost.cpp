#include "plan_cost.hpp"

#include "brigade/core/error.hpp"
#include "brigade/gspmd/clean_up.hpp"
#include "brigade/gspmd/partition.hpp"
#include "brigade/gspmd/plan_tables.hpp"

namespace brigade::testing {

std::optional<double> plan_cost(const Program &sharded, const MachineProfile &profile) {
  try {
    return cost_of(clean_up(partition(sharded, profile), profile), profile).total_seconds();
  } catch (const InputError &) {
    return std::nullopt;
  }
}

} // namespace brigade::testing
