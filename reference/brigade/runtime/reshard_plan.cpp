#include "brigade/runtime/reshard_plan.hpp"

#include "brigade/runtime/held_blocks.hpp"
#include "brigade/sharding/block.hpp"

#include <algorithm>
#include <tuple>

namespace brigade {

std::vector<Transfer> plan_reshard(const Shape &shape, const NamedSharding &from,
                                   const NamedSharding &to, std::span<const int> nodes) {
  const std::vector<HeldBlock> old_blocks = held_blocks(from, shape);
  const auto devices = static_cast<DeviceId>(nodes.size());
  const auto node_of = [&](DeviceId device) { return nodes[static_cast<std::size_t>(device)]; };
  std::vector<std::int64_t> elements_to_send(nodes.size());

  std::vector<Transfer> plan;
  for (const auto &[receiver, new_block] : to.index_map(shape)) {
    for (const HeldBlock &old : old_blocks) {
      Slices part = intersection(old.block, new_block);
      const std::int64_t elements = element_count(part);
      if (elements == 0)
        continue;
      // Best first; the distance (receiver to sender, around the devices) settles ties, and so
      // spreads the receivers of equally busy senders.
      const auto rank_of = [&](DeviceId sender) {
        return std::tuple(sender != receiver, node_of(sender) != node_of(receiver),
                          elements_to_send[static_cast<std::size_t>(sender)],
                          (sender - receiver + devices) % devices);
      };
      const DeviceId sender = *std::ranges::min_element(old.holders, {}, rank_of);
      if (sender != receiver)
        elements_to_send[static_cast<std::size_t>(sender)] += elements;
      plan.push_back({sender, receiver, std::move(part)});
    }
  }
  return plan;
}

} // namespace brigade
