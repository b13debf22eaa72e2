#pragma once

#include "brigade/runtime/array.hpp"
#include "brigade/sharding/named_sharding.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace brigade {

/// `part` of a global array goes from one device to another; a device that has what it needs keeps
/// it (`from` == `to`).
struct Transfer {
  DeviceId from = 0;
  DeviceId to = 0;
  Slices part;
};

/// What makes an array that lies as `from` says lie as `to` says, in one step, without collectives:
/// for every device, the intersections of its new block with the old blocks. A device receives
/// exactly the elements that it lacks. Where several devices hold an old block, it comes from one
/// on the receiver's node if there is one, and of those from the one that has least to send so far.
/// Between two devices at most one transfer goes each way.
///
/// The meshes may differ, in their axes and in the order of their devices, which no collective over
/// the axes of one mesh can bring about: that is what it is for.
///
/// `nodes[i]` is the node of device i. Pure: every rank computes the same plan. In the order of the
/// receivers in their mesh.
std::vector<Transfer> plan_block_exchange(const Shape &shape, const NamedSharding &from,
                                          const NamedSharding &to, std::span<const int> nodes);

/// Elements that leave a device, over all devices.
std::int64_t sent_elements(std::span<const Transfer> plan);

/// Carries out a plan: fills this rank's shard of `after` from the ranks' shards of `before`. All
/// ranks call it with the same plan.
void exchange_blocks(const Array &before, Array &after, std::span<const Transfer> plan);

} // namespace brigade
