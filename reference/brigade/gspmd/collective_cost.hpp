#pragma once

#include "brigade/gspmd/layout.hpp"
#include "brigade/gspmd/machine_profile.hpp"
#include "brigade/ir/operation.hpp"
#include "brigade/ir/tensor_type.hpp"

#include <cstdint>
#include <span>

namespace brigade {

/// Modelled time and traffic of one collective, for one device.
struct CollectiveCost {
  double seconds = 0;
  double bytes = 0; ///< sent by one device
};

/// `devices` = p, the size of the group; `bytes` = n: what a device holds of the operand
/// (all_reduce, reduce_scatter, all_to_all, permute) or of the result (all_gather). Rings:
///   all_reduce                  2(p-1)·a + 2(p-1)/p·n·b
///   all_gather, reduce_scatter   (p-1)·a +  (p-1)/p·n·b, also all_to_all
///   permute                            a +          n·b
/// Nothing for p = 1, and for shard_slice. With recursive doubling the messages are fewer, and an
/// all_reduce sends n bytes in each (Thakur, Rabenseifner and Gropp 2005).
CollectiveCost collective_cost(Operation kind, std::int64_t devices, double bytes,
                               const LinkProfile &link);

/// Over several axes of a mesh: all_to_all and permute go directly, as they are run; others in one
/// ring over all devices, or along one axis after the other where that is faster. (Latencies then
/// add up in place of multiplying, and the same bytes move, since each ring has what is left.)
CollectiveCost collective_cost(Operation kind, std::span<const std::int64_t> axis_sizes,
                               double bytes, const LinkProfile &link);

/// Which n counts, where a device holds blocks of so many bytes before and after it. An all_to_all
/// lasts as long as the busiest device sends or receives.
double counted_bytes(Operation kind, double before, double after);

/// Whether an all_to_all between two layouts brings the minor axes of one dimension to another.
/// Then every device keeps the p-th part of its block. Else blocks are cut anew, and some device
/// may keep nothing of its.
bool moves_minor_axes(const Layout &before, const Layout &after, const Mesh &mesh);

/// The n of an all_to_all over `devices` that cuts blocks anew: what is sent is the larger block.
double counted_bytes_cut_anew(double before, double after, std::int64_t devices);

/// Along these axes of the mesh, over the slowest link between their devices.
CollectiveCost collective_cost(Operation kind, AxisSet axes, double bytes, const Mesh &mesh,
                               const MachineProfile &profile);

/// Of a collective along `axes` after which a value lies as `result`, counted by the largest
/// blocks: of sizes that do not divide, the devices wait for the one that has most.
CollectiveCost collective_cost(Operation kind, AxisSet axes, const TensorType &type,
                               const Layout &operand, const Layout &result, const Mesh &mesh,
                               const MachineProfile &profile);

/// Bytes of the largest block that a device holds.
std::int64_t largest_block_bytes(const TensorType &type, const Layout &layout, const Mesh &mesh);

} // namespace brigade
