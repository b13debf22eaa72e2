#include "brigade/sharding/block.hpp"

#include <cstring>

namespace brigade {

Shape shape_of(const Slices &block) {
  Shape shape;
  for (const Interval &slice : block)
    shape.push_back(slice.size());
  return shape;
}

std::int64_t element_count(const Slices &block) {
  std::int64_t count = 1;
  for (const Interval &slice : block)
    count *= slice.size();
  return count;
}

Slices whole(const Shape &shape) {
  Slices block;
  for (std::int64_t size : shape)
    block.push_back({0, size});
  return block;
}

Slices intersection(const Slices &a, const Slices &b) {
  Slices common(a.size());
  for (std::size_t d = 0; d < a.size(); ++d)
    common[d] = intersection(a[d], b[d]);
  return common;
}

void copy_block(const Slices &part, const std::byte *from, const Slices &from_block, std::byte *to,
                const Slices &to_block, std::size_t element_bytes) {
  const auto bytes = [&](std::int64_t count) {
    return static_cast<std::size_t>(count) * element_bytes;
  };
  for_each_run(part, from_block, to_block, [&](const Run &run) {
    std::memcpy(to + bytes(run.second), from + bytes(run.first), bytes(run.count));
  });
}

std::int64_t contiguous_offset(const Slices &part, const Slices &block) {
  std::int64_t offset = 0, stride = 1;
  bool cut = false; // a dimension further in is not taken whole
  for (std::size_t d = part.size(); d-- > 0;) {
    if (cut && part[d].size() > 1)
      return -1;
    cut = cut || part[d] != block[d];
    offset += (part[d].begin - block[d].begin) * stride;
    stride *= block[d].size();
  }
  return offset;
}

} // namespace brigade
