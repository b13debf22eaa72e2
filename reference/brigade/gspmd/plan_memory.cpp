#include "brigade/gspmd/plan_memory.hpp"

#include "brigade/gspmd/device/device_plan.hpp"
#include "brigade/gspmd/device/started_collectives.hpp"
#include "brigade/ir/inline_calls.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

namespace brigade {

namespace {

constexpr std::int64_t kFewDevices = 16;

/// The axes that cut some dimension of some value into blocks that are not all of one size.
std::set<std::string> axes_of_unequal_blocks(const Program &partitioned) {
  std::set<std::string> axes;
  for (const Value &value : partitioned.main().values)
    for (std::size_t d = 0; d < value.type.rank(); ++d) {
      const std::vector<std::string> &cutting = value.sharding->dimensions[d].axes;
      std::int64_t blocks = 1;
      for (const std::string &axis : cutting)
        blocks *= partitioned.mesh->axis_size(axis);
      if (value.type.shape[d] % blocks != 0)
        axes.insert(cutting.begin(), cutting.end());
    }
  return axes;
}

/// The device that has the largest blocks, and those with other ones: smaller ones may have to be
/// padded. Of many devices those at the ends of the axes, where the largest and the smallest blocks
/// are.
std::vector<DeviceId> devices_with_unlike_blocks(const Program &partitioned) {
  const Mesh &mesh = *partitioned.mesh;
  std::vector<std::vector<std::int64_t>> places{
      mesh.coordinates_of(device_with_largest_blocks(mesh))};
  for (const std::string &axis : axes_of_unequal_blocks(partitioned)) {
    const std::size_t at = mesh.axis_index(axis);
    const std::int64_t size = mesh.axis_size(axis);
    const std::int64_t others =
        mesh.size() <= kFewDevices ? size - 1 : std::min<std::int64_t>(size - 1, 1);
    for (std::size_t i = places.size(); i-- > 0;)
      for (std::int64_t other = 0; other < others; ++other) {
        places.push_back(places[i]);
        places.back()[at] = other;
      }
  }
  std::vector<DeviceId> devices;
  for (const std::vector<std::int64_t> &place : places)
    devices.push_back(mesh.device_at(place));
  return devices;
}

} // namespace

PlanMemory memory_of(const Program &partitioned, const MachineProfile &profile) {
  const MachineProfile overlaps = overlapping_between_nodes(profile, profile.devices_per_node);
  const Program inlined = inline_calls(partitioned);
  std::vector<MemoryPlan> plans;
  std::size_t shared_bytes = 0;
  for (const DeviceId device : devices_with_unlike_blocks(inlined)) {
    plans.push_back(plan_device(inlined, device, {}, &overlaps).memory);
    shared_bytes = std::max(shared_bytes, plans.back().shared_bytes);
  }
  PlanMemory most;
  for (MemoryPlan &plan : plans) {
    plan.shared_bytes = shared_bytes; // each takes as much as the one that needs most
    const PlanMemory memory{plan.argument_bytes, plan.result_bytes, plan.work_bytes()};
    if (memory.total_bytes() > most.total_bytes())
      most = memory;
  }
  return most;
}

} // namespace brigade
