#pragma once

#include "brigade/core/shape.hpp"
#include "trial/not_implemented.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace kitchen {

/// Which device stands at each place of a mesh, so that the axis that talks most stays in nodes.
///
///   shape {2, 3}, talks_most 1, nodes 4 1 4 4 1 1 (device 0 is on node 4, device 1 on node 1 …):
///   the groups along axis 1 are places 0 1 2 and places 3 4 5. {0, 2, 3, 1, 4, 5} puts node 4's
///   devices 0, 2, 3 into the first group and node 1's devices 1, 4, 5 into the second: both stay
///   inside a node. {4, 1, 5, 3, 2, 0} is as good: any order with as many such groups is right.
///
/// As many groups along `talks_most` as any order can have lie wholly on one node. Nodes may have
/// different numbers of devices; where a group cannot fit, it is made of what nodes have left.
/// @param shape one size an axis, none below 1.
/// @param node_of the node of device d is node_of[d]. Any numbers may name nodes, in any order.
/// @param talks_most the axis, 0 … shape.size() - 1; not always the last one.
/// @return the device at each row-major place. Each device 0 … |M| - 1 stands at exactly one place.
/// @throws std::invalid_argument if |M| is not node_of.size(), std::out_of_range if there is no
/// such axis.
std::vector<std::int64_t> device_order(const std::vector<std::int64_t> &shape,
                                       const std::vector<std::int64_t> &node_of,
                                       std::size_t talks_most);

} // namespace kitchen
