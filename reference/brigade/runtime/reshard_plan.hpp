#pragma once

#include "brigade/sharding/named_sharding.hpp"

#include <span>
#include <vector>

namespace brigade {

/// `part` of a global array goes from one device to another; a device that has what it needs keeps
/// it
/// (`from` == `to`).
struct Transfer {
  DeviceId from = 0;
  DeviceId to = 0;
  Slices part;
};

/// What makes an array that lies as `from` says lie as `to` says: for every device, the
/// intersections of its new block with the old blocks. A device receives exactly the elements that
/// it lacks. Where several devices hold an old block, it comes from one on the receiver's node if
/// there is one, and of those from the one that has least to send so far. Between two devices at
/// most one transfer goes each way.
///
/// `nodes[i]` is the node of device i. Pure: every rank computes the same plan. In the order of the
/// receivers in their mesh.
std::vector<Transfer> plan_reshard(const Shape &shape, const NamedSharding &from,
                                   const NamedSharding &to, std::span<const int> nodes);

} // namespace brigade
