#pragma once

#include "brigade/runtime/array.hpp"

#include <fmt/format.h>

#include <functional>
#include <type_traits>
#include <utility>

namespace brigade {

/// A global array from a function of positions: `values(slices)` is called on each rank once, with
/// the slices that this rank holds, and gives an xtensor expression with their shape, or a number
/// for all of them. Not called where this rank's block is empty. Ranks that hold the same block
/// must get the same values. No communication, and no rank ever holds more than its shard. Throws
/// Error where the values have another shape, and as Array::empty.
template <ArrayElement T, std::invocable<const Slices &> Values>
Array make_array(Runtime &runtime, Shape shape, NamedSharding sharding, Values &&values) {
  Array array = Array::empty(runtime, std::move(shape), array_dtype_of<T>(), std::move(sharding));
  if (element_count(array.slices()) == 0)
    return array;
  auto &&given = std::invoke(std::forward<Values>(values), array.slices());
  auto shard = array.mutable_shard<T>();
  if constexpr (std::is_arithmetic_v<std::remove_cvref_t<decltype(given)>>) {
    shard.fill(static_cast<T>(given));
  } else {
    const Shape given_shape(given.shape().begin(), given.shape().end());
    if (given_shape != array.shard_shape())
      throw Error(fmt::format(
          "make_array asked for the block {} of {}, and the function gave values of shape {}: "
          "it must give shape {}",
          to_string(array.slices()), to_string(array), to_string(given_shape),
          to_string(array.shard_shape())));
    xt::noalias(shard) = xt::cast<T>(given);
  }
  return array;
}

} // namespace brigade
