#include "brigade/gspmd/collective_cost.hpp"

#include "brigade/core/error.hpp"
#include "brigade/gspmd/cutting_axes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <vector>

namespace brigade {

namespace {

double steps_of(CollectiveSteps steps, std::int64_t devices) {
  switch (steps) {
  case CollectiveSteps::ring:
    return static_cast<double>(devices - 1);
  case CollectiveSteps::recursive_doubling:
    return static_cast<double>(std::bit_width(static_cast<std::uint64_t>(devices - 1)));
  case CollectiveSteps::one:
    break;
  }
  return 1;
}

// Ring by ring. What is gathered or reduced along one axis is so much smaller along the next.
CollectiveCost axis_by_axis(Operation kind, std::span<const std::int64_t> axis_sizes, double bytes,
                            const LinkProfile &link) {
  CollectiveCost total;
  for (const std::int64_t devices : axis_sizes) {
    const CollectiveCost cost = collective_cost(kind, devices, bytes, link);
    total.seconds += cost.seconds;
    total.bytes += cost.bytes;
    bytes /= static_cast<double>(devices);
  }
  return total;
}

} // namespace

CollectiveCost collective_cost(Operation kind, std::int64_t devices, double bytes,
                               const LinkProfile &link) {
  if (info(kind).kind != OperationKind::collective)
    throw Error(fmt::format("{} is no collective, and has no such cost", to_string(kind)));
  if (devices == 1 || kind == Operation::shard_slice)
    return {};
  const auto p = static_cast<double>(devices);
  const double steps = steps_of(link.steps, devices);
  double messages = steps, sent = (p - 1) / p * bytes;
  if (kind == Operation::permute) {
    messages = 1;
    sent = bytes;
  } else if (kind == Operation::all_reduce) {
    messages = link.steps == CollectiveSteps::ring ? 2 * steps : steps;
    sent = link.steps == CollectiveSteps::recursive_doubling ? steps * bytes : 2 * sent;
  }
  return {messages * link.latency + sent * link.seconds_per_byte, sent};
}

CollectiveCost collective_cost(Operation kind, std::span<const std::int64_t> axis_sizes,
                               double bytes, const LinkProfile &link) {
  std::int64_t devices = 1;
  for (const std::int64_t size : axis_sizes)
    devices *= size;
  const CollectiveCost at_once = collective_cost(kind, devices, bytes, link);
  const bool goes_directly = kind == Operation::permute || kind == Operation::all_to_all;
  if (link.steps != CollectiveSteps::ring || goes_directly || axis_sizes.size() < 2)
    return at_once;
  const CollectiveCost in_turn = axis_by_axis(kind, axis_sizes, bytes, link);
  return in_turn.seconds < at_once.seconds ? in_turn : at_once;
}

double counted_bytes(Operation kind, double before, double after) {
  switch (kind) {
  case Operation::all_gather:
    return after;
  case Operation::all_to_all:
    return std::max(before, after);
  default:
    return before;
  }
}

bool moves_minor_axes(const Layout &before, const Layout &after, const Mesh &mesh) {
  AxisList given, taken;
  for (std::size_t d = 0; d < before.dimensions.size(); ++d) {
    const AxisList here = cutting_axes(before.dimensions[d], mesh),
                   there = cutting_axes(after.dimensions[d], mesh);
    const std::size_t same = here.common_prefix(there);
    const AxisList lost = here.without_first(same), gained = there.without_first(same);
    if ((!lost.empty() && (!gained.empty() || !given.empty())) ||
        (!gained.empty() && !taken.empty()))
      return false;
    given = given.followed_by(lost);
    taken = taken.followed_by(gained);
  }
  return given == taken;
}

double counted_bytes_cut_anew(double before, double after, std::int64_t devices) {
  const auto p = static_cast<double>(devices);
  return std::max(before, after) * p / (p - 1);
}

CollectiveCost collective_cost(Operation kind, AxisSet axes, double bytes, const Mesh &mesh,
                               const MachineProfile &profile) {
  std::vector<std::int64_t> sizes;
  for (const Axis axis : axis_list(axes))
    sizes.push_back(mesh.shape()[axis]);
  return collective_cost(kind, sizes, bytes, link_of(profile, mesh, axis_names(axes, mesh)));
}

CollectiveCost collective_cost(Operation kind, AxisSet axes, const TensorType &type,
                               const Layout &operand, const Layout &result, const Mesh &mesh,
                               const MachineProfile &profile) {
  const auto before = static_cast<double>(largest_block_bytes(type, operand, mesh)),
             after = static_cast<double>(largest_block_bytes(type, result, mesh));
  const double bytes = kind == Operation::all_to_all && !moves_minor_axes(operand, result, mesh)
                           ? counted_bytes_cut_anew(before, after, device_count(axes, mesh))
                           : counted_bytes(kind, before, after);
  return collective_cost(kind, axes, bytes, mesh, profile);
}

std::int64_t largest_block_bytes(const TensorType &type, const Layout &layout, const Mesh &mesh) {
  auto bytes = static_cast<std::int64_t>(size_of(type.dtype));
  for (std::size_t i = 0; i < type.rank(); ++i) {
    const std::int64_t blocks = device_count(layout.dimensions[i], mesh);
    bytes *= type.shape[i] / blocks + (type.shape[i] % blocks != 0);
  }
  return bytes;
}

} // namespace brigade
