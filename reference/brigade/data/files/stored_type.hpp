#pragma once

#include <bit>
#include <cstddef>
#include <string_view>

namespace brigade {

/// Type of a number as a data file stores it.
enum class StoredType { u8, i8, u16, i16, u32, i32, u64, i64, f32, f64 };

/// Bytes of one number.
constexpr std::size_t size_of(StoredType type) {
  switch (type) {
  case StoredType::u8:
  case StoredType::i8:
    return 1;
  case StoredType::u16:
  case StoredType::i16:
    return 2;
  case StoredType::u32:
  case StoredType::i32:
  case StoredType::f32:
    return 4;
  case StoredType::u64:
  case StoredType::i64:
  case StoredType::f64:
    return 8;
  }
  return 0;
}

/// "u8", "f32", ...
constexpr std::string_view to_string(StoredType type) {
  switch (type) {
  case StoredType::u8:
    return "u8";
  case StoredType::i8:
    return "i8";
  case StoredType::u16:
    return "u16";
  case StoredType::i16:
    return "i16";
  case StoredType::u32:
    return "u32";
  case StoredType::i32:
    return "i32";
  case StoredType::u64:
    return "u64";
  case StoredType::i64:
    return "i64";
  case StoredType::f32:
    return "f32";
  case StoredType::f64:
    return "f64";
  }
  return "?";
}

/// Numbers as they lie in a file: type and byte order.
struct StoredFormat {
  StoredType type = StoredType::u8;
  std::endian order = std::endian::native;
};

/// Converts `count` numbers at `from` (aligned or not) to T, float or double, and divides each by
/// `divisor`.
template <class T>
void decode(const std::byte *from, StoredFormat format, std::size_t count, double divisor, T *to);

extern template void decode<float>(const std::byte *, StoredFormat, std::size_t, double, float *);
extern template void decode<double>(const std::byte *, StoredFormat, std::size_t, double, double *);

} // namespace brigade
