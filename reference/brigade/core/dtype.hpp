#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace brigade {

/// Type of an array's elements, by the names that the text form uses.
enum class DType { f32, f64, i32, i64, boolean };

/// Bytes of one element.
constexpr std::size_t size_of(DType type) {
  switch (type) {
  case DType::f32:
  case DType::i32:
    return 4;
  case DType::f64:
  case DType::i64:
    return 8;
  case DType::boolean:
    return 1;
  }
  return 0;
}

/// "f32", "f64", "i32", "i64" or "bool".
constexpr std::string_view to_string(DType type) {
  switch (type) {
  case DType::f32:
    return "f32";
  case DType::f64:
    return "f64";
  case DType::i32:
    return "i32";
  case DType::i64:
    return "i64";
  case DType::boolean:
    return "bool";
  }
  return "?";
}

/// A C++ type that an array may hold and a collective may carry.
template <class T>
concept Element = std::same_as<T, float> || std::same_as<T, double> ||
    std::same_as<T, std::int32_t> || std::same_as<T, std::int64_t>;

/// The DType of a C++ type.
template <Element T> constexpr DType dtype_of() {
  if constexpr (std::same_as<T, float>)
    return DType::f32;
  else if constexpr (std::same_as<T, double>)
    return DType::f64;
  else if constexpr (std::same_as<T, std::int32_t>)
    return DType::i32;
  else
    return DType::i64;
}

} // namespace brigade
