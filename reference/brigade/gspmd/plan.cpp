#include "brigade/gspmd/plan.hpp"

#include "brigade/gspmd/choose.hpp"
#include "brigade/gspmd/clean_up.hpp"
#include "brigade/gspmd/partition.hpp"
#include "brigade/gspmd/propagate.hpp"
#include "brigade/trace/expand_grads.hpp"

#include <utility>

namespace brigade {

Plan make_plan(const Program &program, const MachineProfile &profile, Passes passes) {
  Program annotated = expand_grads(program);
  Choice choice{propagate(annotated), {}};
  if (passes.choose)
    choice =
        choose_with_reasons(annotated, choice.program, profile,
                            {.cleanup = passes.cleanup, .cut_parameters = passes.cut_parameters});
  Plan plan{
      std::move(annotated), std::move(choice.program), std::move(choice.departures), {}, profile};
  if (passes.partition)
    plan.partitioned = clean_up(partition(plan.sharded, profile), profile, passes.cleanup);
  return plan;
}

} // namespace brigade
