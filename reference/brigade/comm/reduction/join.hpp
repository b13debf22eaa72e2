#pragma once

#include <type_traits>

namespace brigade {

// How a reduction joins two elements. Integers wrap around, as MPI's sum does; a NaN stays,
// whatever side it is on (x != x is true for NaN only); of equal elements, as -0 and +0 are, the
// left one stays.

template <class T> T sum_of(T left, T right) {
  if constexpr (std::is_integral_v<T>) {
    using Unsigned = std::make_unsigned_t<T>; // where a signed sum would overflow
    return static_cast<T>(static_cast<Unsigned>(left) + static_cast<Unsigned>(right));
  } else {
    return left + right;
  }
}

template <class T> T larger_of(T left, T right) {
  return left < right || right != right ? right : left;
}

template <class T> T smaller_of(T left, T right) {
  return right < left || right != right ? right : left;
}

} // namespace brigade
