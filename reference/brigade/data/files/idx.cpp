#include "brigade/data/files/idx.hpp"

#include "brigade/core/error.hpp"

#include <fmt/format.h>

#include <array>
#include <optional>

namespace brigade {
namespace {

std::optional<StoredType> type_of_code(unsigned code) {
  switch (code) {
  case 0x08:
    return StoredType::u8;
  case 0x09:
    return StoredType::i8;
  case 0x0B:
    return StoredType::i16;
  case 0x0C:
    return StoredType::i32;
  case 0x0D:
    return StoredType::f32;
  case 0x0E:
    return StoredType::f64;
  default:
    return std::nullopt;
  }
}

} // namespace

StoredArray parse_idx_header(std::span<const std::byte> beginning, const std::string &path) {
  if (beginning.size() < 4)
    throw InputError(fmt::format("{}: expected an IDX file, whose header has at least 8 bytes; "
                                 "found {} bytes",
                                 path, beginning.size()));
  std::array<unsigned, 4> magic;
  for (std::size_t i = 0; i < 4; ++i)
    magic[i] = std::to_integer<unsigned>(beginning[i]);
  const std::optional<StoredType> type = type_of_code(magic[2]);
  if (magic[0] != 0 || magic[1] != 0 || !type || magic[3] == 0)
    throw InputError(
        fmt::format("{}: expected an IDX file, which begins with the bytes 00 00, a type (08, 09, "
                    "0B, 0C, 0D or "
                    "0E) and the number of dimensions; found {:02X} {:02X} {:02X} {:02X}",
                    path, magic[0], magic[1], magic[2], magic[3]));

  StoredArray array;
  array.format = {*type, std::endian::big};
  array.offset = 4 + 4 * std::size_t{magic[3]};
  if (beginning.size() < array.offset)
    throw InputError(fmt::format("{}: the IDX header has {} dimensions and so {} bytes, but the "
                                 "file has {}; it is cut short",
                                 path, magic[3], array.offset, beginning.size()));
  for (std::size_t at = 4; at < array.offset; at += 4) {
    std::int64_t size = 0;
    for (std::size_t i = 0; i < 4; ++i)
      size = size << 8 | std::to_integer<std::int64_t>(beginning[at + i]);
    array.shape.push_back(size);
  }
  return array;
}

} // namespace brigade
