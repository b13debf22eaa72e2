#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace brigade {

/// Sizes of an array's dimensions, row-major (the last dimension is contiguous). Empty = a scalar.
using Shape = std::vector<std::int64_t>;

/// Product of the sizes; 1 for a scalar. Throws InputError on a negative size, or where the product
/// does not fit in 63 bits.
std::int64_t element_count(const Shape &shape);

/// Elements between neighbours along each dimension: [8, 32] has strides [32, 1].
Shape row_major_strides(const Shape &shape);

/// "[8, 32]"; "[]" for a scalar.
std::string to_string(const Shape &shape);

/// Throws InputError naming the array, its shape and the dimension, if a size is negative.
void check_sizes(const Shape &shape, std::string_view array_name = "array");

} // namespace brigade
