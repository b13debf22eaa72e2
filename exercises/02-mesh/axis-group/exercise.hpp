#pragma once

#include "brigade/core/shape.hpp"
#include "trial/not_implemented.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace kitchen {

/// The ranks that differ from `rank` in nothing but their coordinate on `axis`, in the order of
/// that coordinate; `rank` itself is one of them.
///
///   shape {2, 3, 2}:    0  1 |  6  7
///                       2  3 |  8  9       group_along(9, 1, {2, 3, 2}) is {7, 9, 11}
///                       4  5 | 10 11       group_along(9, 0, {2, 3, 2}) is {3, 9}
///
/// @param rank row-major in a mesh of `shape` (the last coordinate changes fastest).
/// @param axis 0 … shape.size() - 1.
/// @param shape one size an axis, none below 1.
/// @throws std::out_of_range if the mesh has no such rank or no such axis.
std::vector<std::int64_t> group_along(std::int64_t rank, std::size_t axis,
                                      const std::vector<std::int64_t> &shape);

/// The ranks that differ from `rank` in nothing but their coordinates on `axes`. Row-major over the
/// axes in the order given: the coordinate on the axis named last changes fastest.
///
///   group_along_set(9, {0, 2}, {2, 3, 2}) is {2, 3, 8, 9}
///   group_along_set(9, {2, 0}, {2, 3, 2}) is {2, 8, 3, 9}
///
/// @param axes no axis twice. Without any, the group is `rank` alone.
/// @throws std::out_of_range as above, std::invalid_argument if an axis is named twice.
std::vector<std::int64_t> group_along_set(std::int64_t rank, const std::vector<std::size_t> &axes,
                                          const std::vector<std::int64_t> &shape);

} // namespace kitchen
