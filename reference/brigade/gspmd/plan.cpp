#include "brigade/gspmd/plan.hpp"

#include "brigade/gspmd/choose.hpp"
#include "brigade/gspmd/partition.hpp"
#include "brigade/gspmd/propagate.hpp"
#include "brigade/gspmd/reuse_moves.hpp"
#include "brigade/trace/expand_grads.hpp"

#include <utility>

namespace brigade {

Plan make_plan(const Program &program, const MachineProfile &profile, Passes passes) {
  Program annotated = expand_grads(program);
  Program sharded = propagate(annotated);
  if (passes.choose)
    sharded = choose(annotated, sharded, profile);
  Plan plan{std::move(annotated), std::move(sharded), {}, profile};
  if (passes.partition)
    plan.partitioned = partition(plan.sharded, profile);
  if (passes.partition && passes.cleanup)
    plan.partitioned = reuse_moves(*plan.partitioned);
  return plan;
}

} // namespace brigade
