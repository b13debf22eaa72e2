#pragma once

#include "brigade/core/interval.hpp"
#include "brigade/core/shape.hpp"
#include "trial/not_implemented.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace kitchen {

struct Neighbours {
  std::int64_t previous = -1, next = -1; ///< ranks
};

/// The ranks before and after `rank` in the ring along `axis`: their coordinate on that axis is 1
/// less and 1 more, around the end; the other coordinates are the same.
///
///   shape {2, 4}:   0 1 2 3      ring_neighbours(4, 1, {2, 4}) is {.previous = 7, .next = 5}
///                   4 5 6 7      ring_neighbours(4, 0, {2, 4}) is {.previous = 0, .next = 0}
///
/// On an axis of size 1 both are `rank` itself.
/// @param rank row-major in a mesh of `shape`, whose sizes are 1 or more.
/// @throws std::out_of_range if the mesh has no such rank or no such axis.
Neighbours ring_neighbours(std::int64_t rank, std::size_t axis,
                           const std::vector<std::int64_t> &shape);

/// Bytes that each link of a ring carries in one all-reduce of an array. Entry p is the link from
/// place p to place p + 1 (from the last one to place 0).
///
/// The array is cut into n blocks; block b holds elements floor(b·elements/n) up to, not including,
/// floor((b+1)·elements/n). The ring works in two rounds of n - 1 steps, and always from a place to
/// the next:
///   reduce-scatter: the sum of block b starts at place b + 1, each place on the way adds its part,
///                   and after n - 1 steps it is complete at place b;
///   all-gather:     the complete block b goes from place b around to place b - 1.
///
///   10 elements of 4 bytes among 4 places, blocks of 2, 3, 2, 3 elements: {60, 60, 60, 60}
///   11 elements of 4 bytes among 4 places, blocks of 2, 3, 3, 3 elements: {68, 64, 64, 68}
///
/// @param elements 0 or more; fewer than `places` leaves blocks empty. The number of bytes may need
///        more than 32 bits.
/// @param element_bytes bytes of one element, 1 or more.
/// @param places n, 1 or more. A single place sends nothing: {0}.
/// @throws std::invalid_argument if one of the three is below what it may be.
std::vector<std::int64_t> ring_link_bytes(std::int64_t elements, std::int64_t element_bytes,
                                          std::int64_t places);

} // namespace kitchen
