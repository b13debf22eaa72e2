#pragma once

#include "brigade/core/dtype.hpp"
#include "brigade/sharding/block.hpp"

#include <cstddef>
#include <vector>

namespace brigade {

/// Where the elements of a block lie in another buffer: for copies that look nothing up.
class PackedRuns {
public:
  explicit PackedRuns(DType type) : element_(size_of(type)) {}

  /// `part` of an array, whose block `slices` one buffer holds; in the other it lies alone,
  /// `offset` elements from the beginning.
  void add(const Slices &part, const Slices &slices, std::int64_t offset);
  /// `part` of an array of which both buffers hold blocks.
  void add_between(const Slices &part, const Slices &slices, const Slices &other_slices);
  void pack(const std::byte *block, std::byte *packed) const;
  void unpack(const std::byte *packed, std::byte *block) const;

private:
  std::size_t element_;
  std::vector<Run> runs_; // first: in the block, second: in the other
};

} // namespace brigade
