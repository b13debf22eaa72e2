#include "brigade/gspmd/plan.hpp"

#include "brigade/gspmd/choose.hpp"
#include "brigade/gspmd/clean_up.hpp"
#include "brigade/gspmd/partition.hpp"
#include "brigade/gspmd/plan_tables.hpp"
#include "brigade/gspmd/propagate.hpp"
#include "brigade/gspmd/share_argmax.hpp"
#include "brigade/trace/expand_grads.hpp"

#include <cstddef>
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

constexpr std::size_t kLarge = 1000; ///< instructions: so many are not planned twice

double seconds_of(const Program &partitioned, const MachineProfile &profile) {
  return cost_of(partitioned, profile).total_seconds();
}

bool is_cheaper_as_propagated(const Program &one, const Program &other,
                              const MachineProfile &profile) {
  return seconds_of(partition(one, profile), profile) <
         seconds_of(partition(other, profile), profile);
}

// The cheaper one where argmax can be shared out.
Plan plan_of(Program annotated, const MachineProfile &profile, const Passes &passes) {
  Program propagated = propagate(annotated);
  std::optional<Program> shared;
  if (passes.partition)
    shared = share_argmax(annotated, propagated);
  if (!shared)
    return plan_of(std::move(annotated), std::move(propagated), profile, passes);
  Program shared_propagated = propagate(*shared);
  if (instruction_count(propagated) > kLarge)
    return is_cheaper_as_propagated(shared_propagated, propagated, profile)
               ? plan_of(std::move(*shared), std::move(shared_propagated), profile, passes)
               : plan_of(std::move(annotated), std::move(propagated), profile, passes);
  Plan plan = plan_of(std::move(annotated), std::move(propagated), profile, passes);
  Plan sharing = plan_of(std::move(*shared), std::move(shared_propagated), profile, passes);
  return seconds_of(*sharing.partitioned, profile) < seconds_of(*plan.partitioned, profile)
             ? sharing
             : plan;
}

} // namespace

Plan make_plan(const Program &program, const MachineProfile &profile, Passes passes) {
  Program given = expand_grads(program);
  Plan plan = plan_of(given, profile, passes);
  plan.given = std::move(given);
  return plan;
}

} // namespace brigade
