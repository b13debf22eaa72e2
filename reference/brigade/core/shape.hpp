#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace brigade {

/// Sizes of an array's dimensions, row-major (the last dimension is contiguous). Empty = a scalar.
using Shape = std::vector<std::int64_t>;

/// Product of the sizes; 1 for a scalar.
std::int64_t element_count(const Shape &shape);

/// "[8, 32]"; "[]" for a scalar.
std::string to_string(const Shape &shape);

} // namespace brigade
