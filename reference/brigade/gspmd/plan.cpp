#include "brigade/gspmd/plan.hpp"

#include "brigade/gspmd/choose.hpp"
#include "brigade/gspmd/clean_up.hpp"
#include "brigade/gspmd/partition.hpp"
#include "brigade/gspmd/plan_tables.hpp"
#include "brigade/gspmd/propagate.hpp"
#include "brigade/gspmd/share_argmax.hpp"
#include "brigade/trace/expand_grads.hpp"

#include <optional>
#include <utility>

namespace brigade {

namespace {

Plan plan_of(Program annotated, Program propagated, const MachineProfile &profile,
             const Passes &passes) {
  Choice choice{std::move(propagated), {}};
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

double seconds_of(const Plan &plan) {
  return cost_of(*plan.partitioned, plan.profile).total_seconds();
}

} // namespace

Plan make_plan(const Program &program, const MachineProfile &profile, Passes passes) {
  Program annotated = expand_grads(program);
  Program propagated = propagate(annotated);
  std::optional<Program> shared;
  if (passes.partition)
    shared = share_argmax(annotated, propagated);
  Plan plan = plan_of(std::move(annotated), std::move(propagated), profile, passes);
  if (!shared)
    return plan;
  propagated = propagate(*shared);
  Plan sharing = plan_of(std::move(*shared), std::move(propagated), profile, passes);
  return seconds_of(sharing) < seconds_of(plan) ? sharing : plan;
}

} // namespace brigade
