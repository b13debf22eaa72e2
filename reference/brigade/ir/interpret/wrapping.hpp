#pragma once

#include <concepts>
#include <type_traits>

namespace brigade {

/// Arithmetic of i32 and i64, which wraps (C++ leaves open what its own does), and of f32 and f64.
template <class T> T add_wrapping(T a, T b) {
  if constexpr (std::integral<T>) {
    using U = std::make_unsigned_t<T>;
    return static_cast<T>(static_cast<U>(a) + static_cast<U>(b));
  } else {
    return a + b;
  }
}

template <class T> T sub_wrapping(T a, T b) {
  if constexpr (std::integral<T>) {
    using U = std::make_unsigned_t<T>;
    return static_cast<T>(static_cast<U>(a) - static_cast<U>(b));
  } else {
    return a - b;
  }
}

template <class T> T mul_wrapping(T a, T b) {
  if constexpr (std::integral<T>) {
    using U = std::make_unsigned_t<T>;
    return static_cast<T>(static_cast<U>(a) * static_cast<U>(b));
  } else {
    return a * b;
  }
}

/// What sums of T are made in: double, and T itself for integers.
template <class T> using Accumulator = std::conditional_t<std::floating_point<T>, double, T>;

} // namespace brigade
