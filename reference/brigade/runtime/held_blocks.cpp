#include "brigade/runtime/held_blocks.hpp"

#include "brigade/sharding/block.hpp"

#include <map>
#include <utility>

namespace brigade {

std::vector<HeldBlock> held_blocks(const NamedSharding &sharding, const Shape &shape) {
  std::vector<HeldBlock> blocks;
  // Of two blocks that a sharding makes, either all positions are the same or none, so the first
  // position tells them apart.
  std::map<std::vector<std::int64_t>, std::size_t> place_of;
  for (auto &[device, block] : sharding.index_map(shape)) {
    if (element_count(block) == 0)
      continue;
    std::vector<std::int64_t> first;
    for (const Interval &slice : block)
      first.push_back(slice.begin);
    const auto [entry, is_new] = place_of.try_emplace(std::move(first), blocks.size());
    if (is_new)
      blocks.push_back({block, {}});
    blocks[entry->second].holders.push_back(device);
  }
  return blocks;
}

} // namespace brigade
