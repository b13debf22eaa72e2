#pragma once

#include "brigade/core/dtype.hpp"
#include "brigade/core/shape.hpp"

#include <cstddef>
#include <string>

namespace brigade {

/// What is known of a value before any number is: the type of its elements and its sizes.
struct TensorType {
  DType dtype = DType::f32;
  Shape shape;
  std::size_t rank() const { return shape.size(); }
  std::int64_t size() const { return element_count(shape); }
  /// Throws InputError where they do not fit in 63 bits.
  std::int64_t bytes() const;
  bool operator==(const TensorType &) const = default;
};

/// "f32[8, 32]"; "f32[]" for a scalar.
std::string to_string(const TensorType &type);

constexpr bool is_floating(DType type) { return type == DType::f32 || type == DType::f64; }
constexpr bool is_integer(DType type) { return type == DType::i32 || type == DType::i64; }

} // namespace brigade
