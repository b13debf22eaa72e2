#include "brigade/runtime/reshard/resharding.hpp"

#include "brigade/runtime/reshard/lowered_reshard.hpp"

#include <utility>

namespace brigade {

Resharding::Resharding(const Array &array, const NamedSharding &to)
    : from_(array.in_memory(nullptr)),
      to_(Array::empty(array.runtime(), array.shape(), array.dtype(), to).in_memory(nullptr)) {
  Runtime &runtime = array.runtime();
  std::vector<Transfer> exchange =
      plan_block_exchange(array.shape(), array.sharding(), to, runtime.nodes());
  std::optional<Program> lowered =
      lowered_reshard({array.dtype(), array.shape()}, array.sharding(), to);
  if (lowered && sent_elements(*lowered) <= sent_elements(exchange))
    collectives_.emplace(runtime, *std::move(lowered));
  else
    exchange_ = std::move(exchange);
}

bool Resharding::is_for(const Array &array, const NamedSharding &to) const {
  return array.dtype() == from_.dtype() && array.shape() == from_.shape() &&
         (array.has_layout_of(from_) || array.sharding() == from_.sharding()) &&
         to == to_.sharding();
}

std::size_t Resharding::whole_bytes() const {
  return static_cast<std::size_t>(element_count(whole(to_.shape()))) * size_of(to_.dtype());
}

Array Resharding::operator()(const Array &array) {
  if (collectives_)
    return (*collectives_)({array.with_layout_of(from_)})[0].with_layout_of(to_);
  Array result = to_.in_memory(exchanged_.allocate(to_.shard_bytes()));
  exchange_blocks(array, result, exchange_);
  return result;
}

} // namespace brigade
