#pragma once

#include "brigade/sharding/named_sharding.hpp"

#include <cstddef>
#include <vector>

namespace brigade {

/// Sizes of a block.
Shape shape_of(const Slices &block);

/// Elements of a block; 1 for a scalar's.
std::int64_t element_count(const Slices &block);

/// The block of all positions of an array.
Slices whole(const Shape &shape);

/// The positions that two blocks of one array share. Blocks without a common position give a block
/// of no elements.
Slices intersection(const Slices &a, const Slices &b);

/// Elements that are contiguous in two row-major buffers: `count` of them, from `first` in one and
/// from `second` in the other.
struct Run {
  std::int64_t first = 0;
  std::int64_t second = 0;
  std::int64_t count = 0;
};

/// Calls `visit(Run)` for the elements of `part`, in row-major order, by the longest runs that are
/// contiguous both in a buffer that holds `first` and in one that holds `second`, each row-major.
/// `part` lies in both.
template <class Visit>
void for_each_run(const Slices &part, const Slices &first, const Slices &second, Visit visit);

/// Copies `part` of a global array from a row-major buffer that holds block `from_block` to one
/// that holds `to_block`. `part` lies in both.
void copy_block(const Slices &part, const std::byte *from, const Slices &from_block, std::byte *to,
                const Slices &to_block, std::size_t element_bytes);

/// Position in the row-major buffer of `block` where `part` begins, if all of `part` is contiguous
/// there; -1 if it is not.
std::int64_t contiguous_offset(const Slices &part, const Slices &block);

template <class Visit>
void for_each_run(const Slices &part, const Slices &first, const Slices &second, Visit visit) {
  if (element_count(part) == 0)
    return;
  // Dimensions from `inner` on form one run: they span both buffers whole, except perhaps the first
  // of them.
  std::size_t inner = part.size();
  std::int64_t count = 1;
  while (inner > 0) {
    --inner;
    count *= part[inner].size();
    if (part[inner] != first[inner] || part[inner] != second[inner])
      break;
  }
  std::vector<std::int64_t> at(part.size());
  for (std::size_t d = 0; d < part.size(); ++d)
    at[d] = part[d].begin;
  auto offset_in = [&](const Slices &block) {
    std::int64_t offset = 0;
    for (std::size_t d = 0; d < part.size(); ++d)
      offset = offset * block[d].size() + at[d] - block[d].begin;
    return offset;
  };
  while (true) {
    visit(Run{offset_in(first), offset_in(second), count});
    // The next position over the outer dimensions, the last of them fastest.
    std::size_t d = inner;
    while (d > 0 && ++at[d - 1] == part[d - 1].end) {
      at[d - 1] = part[d - 1].begin;
      --d;
    }
    if (d == 0)
      return;
  }
}

} // namespace brigade
