#include "brigade/gspmd/auto_sharding.hpp"

#include "brigade/gspmd/propagate.hpp"
#include "brigade/trace/expand_grads.hpp"

namespace brigade {

Choice auto_sharding(const Program &program, const MachineProfile &profile,
                     const ChoiceLimits &limits) {
  const Program annotated = expand_grads(program);
  return choose_with_reasons(annotated, propagate(annotated), profile, limits);
}

} // namespace brigade
