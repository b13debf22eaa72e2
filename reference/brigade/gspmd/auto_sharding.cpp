#include "brigade/gspmd/auto_sharding.hpp"

#include "brigade/gspmd/propagate.hpp"
#include "brigade/trace/expand_grads.hpp"

namespace brigade {

Choice auto_sharding(const Program &program, const MachineProfile &profile, double memory_bytes) {
  const Program annotated = expand_grads(program);
  return choose_with_reasons(annotated, propagate(annotated), profile,
                             {.memory_bytes = memory_bytes, .cut_parameters = true});
}

} // namespace brigade
