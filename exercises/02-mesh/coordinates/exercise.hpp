#pragma once

#include "trial/not_implemented.hpp"

#include <cstdint>
#include <vector>

namespace kitchen {

/// Where a rank stands in a mesh. The mesh is row-major: the last coordinate changes fastest.
///
///   shape {3, 4}:   rank  0  1  2  3
///                         4  5  6  7          coordinates_of(6, {3, 4}) is {1, 2}
///                         8  9 10 11
///
/// @param rank 0 … |M| - 1, where |M| is the product of the sizes. It may need more than 32 bits.
/// @param shape one size an axis, of any number of axes; none is below 1. The empty shape is a mesh
///        of one device, which has no coordinates.
/// @return one coordinate an axis, in the order of `shape`.
/// @throws std::invalid_argument if a size is below 1, std::out_of_range if the mesh has no such
///   rank.
std::vector<std::int64_t> coordinates_of(std::int64_t rank, const std::vector<std::int64_t> &shape);

/// The way back: rank_of({1, 2}, {3, 4}) is 6.
///
/// @throws std::invalid_argument if a size is below 1 or there are not as many coordinates as axes,
///   std::out_of_range if a coordinate c of axis i is not in 0 ≤ c < shape[i].
std::int64_t rank_of(const std::vector<std::int64_t> &coordinates,
                     const std::vector<std::int64_t> &shape);

} // namespace kitchen
