#pragma once

#include "brigade/core/dtype.hpp"

#include <cstdint>

namespace brigade {

/// Calls use.operator()<T>() for the C++ type in which elements of a type are held (bool: uint8_t).
template <class Use> auto with_element_type(DType type, Use &&use) {
  switch (type) {
  case DType::f32:
    return use.template operator()<float>();
  case DType::f64:
    return use.template operator()<double>();
  case DType::i32:
    return use.template operator()<std::int32_t>();
  case DType::i64:
    return use.template operator()<std::int64_t>();
  case DType::boolean:
    break;
  }
  return use.template operator()<std::uint8_t>();
}

} // namespace brigade
