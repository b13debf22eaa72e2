#include "brigade/data/files/stored_type.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <vector>

namespace brigade {
namespace {

using ::testing::ElementsAre;

/// `values` as a file would hold them, in this byte order, after one byte that spoils the
/// alignment.
template <class From>
std::vector<std::byte> stored(const std::vector<From> &values, std::endian order) {
  std::vector<std::byte> bytes(1 + values.size() * sizeof(From));
  std::memcpy(bytes.data() + 1, values.data(), values.size() * sizeof(From));
  if (order != std::endian::native)
    for (std::size_t i = 0; i < values.size(); ++i) {
      std::byte *first = bytes.data() + 1 + i * sizeof(From);
      std::reverse(first, first + sizeof(From));
    }
  return bytes;
}

template <class From> void expect_exact(StoredType type) {
  using Limits = std::numeric_limits<From>;
  // Four values that a double holds exactly.
  const std::vector<From> values = {From{0}, From{1}, From{100},
                                    static_cast<From>(Limits::is_signed ? -7 : 7)};
  ASSERT_EQ(size_of(type), sizeof(From));
  for (std::endian order : {std::endian::little, std::endian::big}) {
    const std::vector<std::byte> bytes = stored(values, order);
    std::vector<double> doubles(values.size());
    decode(bytes.data() + 1, {type, order}, values.size(), 1.0, doubles.data());
    std::vector<float> floats(values.size());
    decode(bytes.data() + 1, {type, order}, values.size(), 4.0, floats.data());
    for (std::size_t i = 0; i < values.size(); ++i) {
      EXPECT_EQ(doubles[i], static_cast<double>(values[i])) << to_string(type) << " number " << i;
      EXPECT_EQ(floats[i], static_cast<float>(values[i]) / 4) << to_string(type) << " number " << i;
    }
  }
}

TEST(StoredType, EveryTypeIsReadInBothByteOrdersFromAnyAddress) {
  expect_exact<std::uint8_t>(StoredType::u8);
  expect_exact<std::int8_t>(StoredType::i8);
  expect_exact<std::uint16_t>(StoredType::u16);
  expect_exact<std::int16_t>(StoredType::i16);
  expect_exact<std::uint32_t>(StoredType::u32);
  expect_exact<std::int32_t>(StoredType::i32);
  expect_exact<std::uint64_t>(StoredType::u64);
  expect_exact<std::int64_t>(StoredType::i64);
  expect_exact<float>(StoredType::f32);
  expect_exact<double>(StoredType::f64);
}

TEST(StoredType, PixelsDividedByTheirRangeLieInZeroToOne) {
  const std::vector<std::byte> pixels = {std::byte{0}, std::byte{51}, std::byte{255}};
  std::vector<double> values(3);
  decode(pixels.data(), {}, 3, 255.0, values.data());
  EXPECT_THAT(values, ElementsAre(0.0, 0.2, 1.0));
}

} // namespace
} // namespace brigade
