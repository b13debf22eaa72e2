#include "brigade/runtime/jit/jitted.hpp"

#include "brigade/trace/functions/annotation.hpp"

namespace brigade::detail {

Tensor constrained(const Tensor &tensor, const ArraySharding &sharding,
                   const std::source_location &where) {
  if (sharding.is_replicated())
    return with_sharding_constraint(Operand(tensor, where), replicated_sharding(tensor.rank()));
  if (const NamedSharding *named = sharding.named())
    return with_sharding_constraint(Operand(tensor, where), *named);
  return tensor;
}

} // namespace brigade::detail
