#include "brigade/gspmd/device/started_collectives.hpp"

#include "brigade/gspmd/partitioned_block.hpp"

namespace brigade {

MachineProfile overlapping_between_nodes(MachineProfile profile, std::int64_t devices_per_node) {
  if (profile.devices_per_node == 0)
    profile.between = profile.inside;
  profile.devices_per_node = devices_per_node;
  profile.inside.overlaps = false;
  return profile;
}

std::vector<bool> started_collectives(const Program &partitioned, const DeviceProgram &program,
                                      const MachineProfile *profile) {
  const std::vector<Instruction> &instructions = program.block.instructions;
  std::vector<bool> started(instructions.size(), false);
  for (std::size_t i = 0; profile != nullptr && i < instructions.size(); ++i)
    started[i] = program.is_collective(i) && moves_data(instructions[i]) &&
                 link_of(*profile, *partitioned.mesh, axes_of(instructions[i])).overlaps;
  return started;
}

} // namespace brigade
