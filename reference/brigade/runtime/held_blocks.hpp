#pragma once

#include "brigade/sharding/named_sharding.hpp"

#include <vector>

namespace brigade {

/// A block of a global array and the devices that hold it. A device holds one block, so the first
/// holders of different blocks differ: they speak for their blocks where each is to be given, or
/// written, once.
struct HeldBlock {
  Slices block;
  std::vector<DeviceId> holders;
};

/// The blocks into which a sharding cuts an array, empty ones left out, in the order of their first
/// holders; holders in the mesh's row-major order.
std::vector<HeldBlock> held_blocks(const NamedSharding &sharding, const Shape &shape);

} // namespace brigade
