#include "brigade/runtime/gather.hpp"

#include "brigade/comm/all_gather.hpp"
#include "brigade/runtime/held_blocks.hpp"
#include "brigade/runtime/message_tag.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace brigade {
namespace {

/// Blocks one after the other in the order of the ranks that give them, as a collective leaves
/// them.
struct Incoming {
  std::vector<HeldBlock> blocks;      // blocks[i].holders.front() gives block i
  std::vector<std::size_t> counts;    // elements that each rank gives
  std::vector<std::size_t> positions; // where each rank's elements begin
  std::size_t total = 0;
};

Incoming incoming_of(const Array &array) {
  Incoming incoming;
  incoming.blocks = held_blocks(array.sharding(), array.shape());
  incoming.counts.resize(static_cast<std::size_t>(array.runtime().device_count()));
  for (const HeldBlock &held : incoming.blocks)
    incoming.counts[static_cast<std::size_t>(held.holders.front())] =
        static_cast<std::size_t>(element_count(held.block));
  for (std::size_t count : incoming.counts) {
    incoming.positions.push_back(incoming.total);
    incoming.total += count;
  }
  return incoming;
}

void place(const Incoming &incoming, const std::vector<std::byte> &bytes, const Array &array,
           void *host) {
  const std::size_t element_bytes = size_of(array.dtype());
  for (const HeldBlock &held : incoming.blocks) {
    const std::size_t position = incoming.positions[static_cast<std::size_t>(held.holders.front())];
    copy_block(held.block, bytes.data() + position * element_bytes, held.block,
               static_cast<std::byte *>(host), whole(array.shape()), element_bytes);
  }
}

} // namespace

void gather_bytes(const Array &array, void *host) {
  const Incoming incoming = incoming_of(array);
  const auto rank = static_cast<std::size_t>(array.runtime().rank());
  std::vector<std::byte> bytes(incoming.total * size_of(array.dtype()));
  all_gather(array.runtime().world(), ConstBuffer{array.data(), incoming.counts[rank]},
             Buffer{bytes.data(), incoming.total}, incoming.counts, array.dtype());
  place(incoming, bytes, array, host);
}

void gather_bytes_to_rank(const Array &array, int root, void *host) {
  const Runtime &runtime = array.runtime();
  if (root < 0 || root >= runtime.device_count())
    throw InputError(fmt::format("there is no rank {} to gather to: the job's ranks are 0 to {}",
                                 root, runtime.device_count() - 1));
  const Incoming incoming = incoming_of(array);
  const Group world = runtime.world();
  if (runtime.rank() != root) {
    const std::size_t count = incoming.counts[static_cast<std::size_t>(runtime.rank())];
    if (count > 0)
      send(world, ConstBuffer{array.data(), count}, array.dtype(), root, kArrayTag);
    return;
  }
  std::vector<std::byte> bytes(incoming.total * size_of(array.dtype()));
  std::vector<Pending> receives;
  for (const HeldBlock &held : incoming.blocks) {
    const DeviceId giver = held.holders.front();
    const auto place_of_giver = static_cast<std::size_t>(giver);
    std::byte *target = bytes.data() + incoming.positions[place_of_giver] * size_of(array.dtype());
    if (giver == root)
      std::copy_n(array.data(), array.shard_bytes(), target);
    else
      receives.push_back(start_receive(world, Buffer{target, incoming.counts[place_of_giver]},
                                       array.dtype(), static_cast<int>(giver), kArrayTag));
  }
  for (Pending &receive : receives)
    receive.wait();
  place(incoming, bytes, array, host);
}

} // namespace brigade
