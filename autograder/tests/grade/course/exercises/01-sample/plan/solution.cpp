#include "exercise.hpp"

#include "brigade/gspmd/plan.hpp"
#include "brigade/gspmd/plan_tables.hpp"
#include "brigade/ir/parse.hpp"

#include <algorithm>

namespace kitchen {

int all_reduces(const std::string &program) {
  const brigade::Plan plan = brigade::make_plan(brigade::parse_program(program));
  return static_cast<int>(
      std::ranges::count(brigade::collectives_of(*plan.partitioned, plan.profile),
                         brigade::Operation::all_reduce, &brigade::CollectiveUse::kind));
}

} // namespace kitchen
