#pragma once

#include "brigade/data/files/stored_array.hpp"

#include <cstddef>
#include <span>
#include <string>

namespace brigade {

/// Reads the header of a .npy file of integers (1 to 8 bytes, signed or not) or of f32 or f64, of
/// either byte order.
/// @param beginning  the first bytes of the file, at least its header
/// @param path       for messages
/// Throws InputError where it is not such a header, is cut, or the array lies in Fortran order.
StoredArray parse_npy_array(std::span<const std::byte> beginning, const std::string &path);

} // namespace brigade
