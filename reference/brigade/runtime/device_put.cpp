#include "brigade/runtime/device_put.hpp"

#include "brigade/runtime/reshard/reshardings.hpp"

#include <utility>

namespace brigade {

Array device_put(Runtime &runtime, const void *host, Shape shape, DType dtype,
                 NamedSharding sharding) {
  Array array = Array::empty(runtime, std::move(shape), dtype, std::move(sharding));
  copy_block(array.slices(), static_cast<const std::byte *>(host), whole(array.shape()),
             array.mutable_data(), array.slices(), size_of(dtype));
  return array;
}

Array device_put(const Array &array, const NamedSharding &sharding) {
  const Shape &shape = array.shape();
  sharding.check(shape);
  if (array.sharding().is_equivalent_to(sharding, shape.size()))
    return array.with_sharding(sharding);
  return array.runtime().kept<Reshardings>()(array, sharding);
}

} // namespace brigade
