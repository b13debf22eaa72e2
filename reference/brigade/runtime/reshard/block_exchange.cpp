#include "brigade/runtime/reshard/block_exchange.hpp"

#include "brigade/comm/point_to_point.hpp"
#include "brigade/runtime/held_blocks.hpp"
#include "brigade/runtime/message_tag.hpp"
#include "brigade/sharding/block.hpp"

#include <algorithm>
#include <cstddef>
#include <tuple>
#include <utility>

namespace brigade {

namespace {

/// A part on its way to or from this rank that is not contiguous in its block.
struct Staged {
  Staged(Slices staged, std::size_t element_bytes)
      : part(std::move(staged)),
        bytes(static_cast<std::size_t>(element_count(part)) * element_bytes) {}
  Slices part;
  std::vector<std::byte> bytes;
};

} // namespace

std::vector<Transfer> plan_block_exchange(const Shape &shape, const NamedSharding &from,
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

std::int64_t sent_elements(std::span<const Transfer> plan) {
  std::int64_t elements = 0;
  for (const Transfer &transfer : plan)
    if (transfer.from != transfer.to)
      elements += element_count(transfer.part);
  return elements;
}

void exchange_blocks(const Array &before, Array &after, std::span<const Transfer> plan) {
  const Runtime &runtime = before.runtime();
  const std::size_t element_bytes = size_of(before.dtype());
  const std::byte *old_data = before.data();
  std::byte *new_data = after.mutable_data();
  const Group world = runtime.world();

  // Receives first: what arrives then goes straight to its place.
  std::vector<Staged> received, sent;
  std::vector<Pending> receives, sends;
  received.reserve(plan.size());
  sent.reserve(plan.size());
  for (const Transfer &transfer : plan) {
    if (transfer.to != runtime.rank() || transfer.from == transfer.to)
      continue;
    const auto count = static_cast<std::size_t>(element_count(transfer.part));
    const std::int64_t offset = contiguous_offset(transfer.part, after.slices());
    std::byte *target = offset >= 0
                            ? new_data + static_cast<std::size_t>(offset) * element_bytes
                            : received.emplace_back(transfer.part, element_bytes).bytes.data();
    receives.push_back(start_receive(world, Buffer{target, count}, before.dtype(),
                                     static_cast<int>(transfer.from), kArrayTag));
  }
  for (const Transfer &transfer : plan) {
    if (transfer.from != runtime.rank())
      continue;
    if (transfer.to == transfer.from) {
      copy_block(transfer.part, old_data, before.slices(), new_data, after.slices(), element_bytes);
      continue;
    }
    const auto count = static_cast<std::size_t>(element_count(transfer.part));
    const std::int64_t offset = contiguous_offset(transfer.part, before.slices());
    const std::byte *source = nullptr;
    if (offset >= 0) {
      source = old_data + static_cast<std::size_t>(offset) * element_bytes;
    } else {
      Staged &packed = sent.emplace_back(transfer.part, element_bytes);
      copy_block(transfer.part, old_data, before.slices(), packed.bytes.data(), transfer.part,
                 element_bytes);
      source = packed.bytes.data();
    }
    sends.push_back(start_send(world, ConstBuffer{source, count}, before.dtype(),
                               static_cast<int>(transfer.to), kArrayTag));
  }
  for (Pending &receive : receives)
    receive.wait();
  for (const Staged &staged : received)
    copy_block(staged.part, staged.bytes.data(), staged.part, new_data, after.slices(),
               element_bytes);
  for (Pending &send : sends)
    send.wait();
}

} // namespace brigade
