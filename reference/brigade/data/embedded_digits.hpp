#pragma once

#include <cstddef>
#include <span>

namespace brigade {

/// The gzipped CSV file digits/digits.csv.gz, byte for byte; its source is made by the build.
std::span<const std::byte> embedded_digits();

} // namespace brigade
