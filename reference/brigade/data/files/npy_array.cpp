#include "brigade/data/files/npy_array.hpp"

#include "brigade/core/error.hpp"
#include "brigade/core/npy.hpp"

#include <fmt/format.h>

#include <array>
#include <optional>
#include <utility>

namespace brigade {
namespace {

/// Of the part of a descr behind the byte order, "f4".
std::optional<StoredType> type_of_descr(std::string_view descr) {
  using enum StoredType;
  constexpr std::array<std::pair<std::string_view, StoredType>, 10> types{{{"u1", u8},
                                                                           {"i1", i8},
                                                                           {"u2", u16},
                                                                           {"i2", i16},
                                                                           {"u4", u32},
                                                                           {"i4", i32},
                                                                           {"u8", u64},
                                                                           {"i8", i64},
                                                                           {"f4", f32},
                                                                           {"f8", f64}}};
  for (const auto &[name, type] : types)
    if (descr == name)
      return type;
  return std::nullopt;
}

} // namespace

StoredArray parse_npy_array(std::span<const std::byte> beginning, const std::string &path) {
  NpyHeader header = parse_npy_header(beginning, path);
  const char order = header.descr.empty() ? ' ' : header.descr.front();
  const std::optional<StoredType> type =
      std::string_view("<>=|").find(order) != std::string_view::npos
          ? type_of_descr(header.descr.substr(1))
          : std::nullopt;
  if (!type)
    throw InputError(
        fmt::format("{}: its numbers are of type \"{}\"; a data set may hold u1, i1, u2, i2, "
                    "u4, i4, u8, i8, f4 or f8 (convert it with numpy.ndarray.astype)",
                    path, header.descr));
  if (header.fortran_order)
    throw InputError(
        fmt::format("{}: its numbers lie in Fortran order, so a row is not contiguous; save it in "
                    "C order (numpy.ascontiguousarray)",
                    path));
  const std::endian endian = order == '>'   ? std::endian::big
                             : order == '<' ? std::endian::little
                                            : std::endian::native;
  return {std::move(header.shape), {*type, endian}, header.data_offset};
}

} // namespace brigade
