#pragma once

#include "brigade/runtime/array.hpp"

#include <concepts>
#include <utility>

namespace brigade {

/// A global array with the elements at `host`, row-major, of which every rank has all; each keeps
/// its shard. No communication. Throws as Array::empty.
Array device_put(Runtime &runtime, const void *host, Shape shape, DType dtype,
                 NamedSharding sharding);

/// The same from an xtensor (or an expression of xtensors), with its shape and type.
template <class E>
requires ArrayElement<typename E::value_type>
    Array device_put(Runtime &runtime, const xt::xexpression<E> &host, NamedSharding sharding) {
  using T = typename E::value_type;
  const E &given = host.derived_cast();
  Shape shape(given.shape().begin(), given.shape().end());
  if constexpr (std::same_as<E, xt::xarray<T>>) {
    return device_put(runtime, given.data(), std::move(shape), array_dtype_of<T>(),
                      std::move(sharding));
  } else {
    const xt::xarray<T> computed = given;
    return device_put(runtime, computed.data(), std::move(shape), array_dtype_of<T>(),
                      std::move(sharding));
  }
}

/// The same global array, distributed as `sharding` says (a reshard): any sharding on any mesh of
/// the job's devices. All ranks call it. Over one mesh it goes by the collectives that the
/// partitioner would take, else, and where those would send more, by one exchange of blocks
/// (reshard/resharding.hpp): ranks send exactly what others lack. The first call plans, the next
/// ones of the same kind do not. Where every device keeps the block that it has, the result shares
/// the memory of `array`. Throws as Array::empty.
Array device_put(const Array &array, const NamedSharding &sharding);

} // namespace brigade
