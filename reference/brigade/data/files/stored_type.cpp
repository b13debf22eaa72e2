#include "brigade/data/files/stored_type.hpp"

#include <algorithm>
#include <array>
#include <cstring>

namespace brigade {
namespace {

template <class From> From reversed(From value) {
  auto bytes = std::bit_cast<std::array<std::byte, sizeof(From)>>(value);
  std::ranges::reverse(bytes);
  return std::bit_cast<From>(bytes);
}

template <class From, class T>
void decode_as(const std::byte *from, std::endian order, std::size_t count, T divisor, T *to) {
  const bool swapped = order != std::endian::native;
  for (std::size_t i = 0; i < count; ++i) {
    From value;
    std::memcpy(&value, from + i * sizeof(From), sizeof(From));
    if constexpr (sizeof(From) > 1)
      if (swapped)
        value = reversed(value);
    to[i] = static_cast<T>(value) / divisor;
  }
}

} // namespace

template <class T>
void decode(const std::byte *from, StoredFormat format, std::size_t count, double divisor, T *to) {
  const T by = static_cast<T>(divisor);
  switch (format.type) {
  case StoredType::u8:
    return decode_as<std::uint8_t>(from, format.order, count, by, to);
  case StoredType::i8:
    return decode_as<std::int8_t>(from, format.order, count, by, to);
  case StoredType::u16:
    return decode_as<std::uint16_t>(from, format.order, count, by, to);
  case StoredType::i16:
    return decode_as<std::int16_t>(from, format.order, count, by, to);
  case StoredType::u32:
    return decode_as<std::uint32_t>(from, format.order, count, by, to);
  case StoredType::i32:
    return decode_as<std::int32_t>(from, format.order, count, by, to);
  case StoredType::u64:
    return decode_as<std::uint64_t>(from, format.order, count, by, to);
  case StoredType::i64:
    return decode_as<std::int64_t>(from, format.order, count, by, to);
  case StoredType::f32:
    return decode_as<float>(from, format.order, count, by, to);
  case StoredType::f64:
    return decode_as<double>(from, format.order, count, by, to);
  }
}

template void decode<float>(const std::byte *, StoredFormat, std::size_t, double, float *);
template void decode<double>(const std::byte *, StoredFormat, std::size_t, double, double *);

} // namespace brigade
