#pragma once

#include "brigade/data/files/stored_array.hpp"

#include <cstddef>
#include <span>
#include <string>

namespace brigade {

/// Reads the header of an IDX file, the format of MNIST: two zero bytes, a type (08 u8, 09 i8, 0B
/// i16, 0C i32, 0D f32, 0E f64), the number of dimensions, then each dimension as a big-endian
/// 32-bit number; the numbers follow, big-endian.
/// @param beginning  the first bytes of the file, kLongestIdxHeader of them or the whole file if it
/// is shorter
/// @param path       for messages
/// Throws InputError where it is not such a header or is cut.
StoredArray parse_idx_header(std::span<const std::byte> beginning, const std::string &path);

/// 4 bytes and 255 dimensions.
constexpr std::size_t kLongestIdxHeader = 4 + 4 * 255;

} // namespace brigade
