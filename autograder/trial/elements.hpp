#pragma once

#include "brigade/core/dtype.hpp"
#include "brigade/core/error.hpp"

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>

/// Which C++ types a trial records, and as what.
namespace brigade::recording {

template <class T>
concept Integer = std::integral<T> && !std::same_as<T, bool> && !std::same_as<T, char> &&
                  !std::same_as<T, wchar_t> && !std::same_as<T, char8_t> &&
                  !std::same_as<T, char16_t> && !std::same_as<T, char32_t>;

template <class T>
concept Recordable =
    std::same_as<T, bool> || std::same_as<T, float> || std::same_as<T, double> || Integer<T>;

template <class T> constexpr DType recorded_type() {
  static_assert(Recordable<T>,
                "a trial records arrays of bool, integers, float and double; convert "
                "the elements first (characters: record a text)");
  if constexpr (std::same_as<T, bool>)
    return DType::boolean;
  else if constexpr (std::same_as<T, float>)
    return DType::f32;
  else if constexpr (std::same_as<T, double>)
    return DType::f64;
  else if constexpr (sizeof(T) < 4 || (sizeof(T) == 4 && std::signed_integral<T>))
    return DType::i32;
  else
    return DType::i64;
}

/// A bool takes one byte, an unsigned integer the signed type that holds all of its values.
template <class T>
using Recorded = std::conditional_t<
    recorded_type<T>() == DType::boolean, unsigned char,
    std::conditional_t<recorded_type<T>() == DType::f32, float,
                       std::conditional_t<recorded_type<T>() == DType::f64, double,
                                          std::conditional_t<recorded_type<T>() == DType::i32,
                                                             std::int32_t, std::int64_t>>>>;

/// Throws Error where a 64-bit unsigned number is too large for a signed one.
template <class T> Recorded<T> recorded(T value) {
  if constexpr (std::unsigned_integral<T> && sizeof(T) == 8)
    if (value > static_cast<T>(std::numeric_limits<std::int64_t>::max()))
      throw Error(std::to_string(value) + " does not fit into 63 bits, so it cannot be recorded "
                                          "(a negative number in an unsigned variable?)");
  return static_cast<Recorded<T>>(value);
}

} // namespace brigade::recording
