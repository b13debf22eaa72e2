#include "brigade/runtime/executor/memory_shortage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace brigade {

namespace {

constexpr std::size_t kMostNamed = 5;

struct LargeValue {
  std::int64_t bytes = 0;
  std::string text;
};

/// Each value of the program that a run gives memory, as "h: f32[512, 2048] @ [x, -] (4.2 MB of
/// this device, mlp.cpp:12)". One without a name is called by its operation: its number is that of
/// a program which users have not seen.
std::vector<LargeValue> values_in_memory(const Program &partitioned, const DevicePlan &plan) {
  std::vector<LargeValue> values;
  const Block &local = plan.program.block, &main = partitioned.main();
  for (std::size_t i = 0; i < local.instructions.size(); ++i)
    for (const ValueId id : local.instructions[i].results) {
      const auto index = static_cast<std::size_t>(id.index);
      if (plan.memory.places[index].kind == MemoryKind::nowhere)
        continue;
      const ValueId global = plan.program.global[index];
      const std::string source = to_string(local.instructions[i].source);
      const std::int64_t bytes = local.type(id).bytes();
      const std::string name = local.value(id).name.empty()
                                   ? std::string(to_string(local.instructions[i].operation))
                                   : local.value(id).name;
      values.push_back(
          {bytes,
           fmt::format("{}: {} ({:.3g} MB of this device{}{})", name,
                       global.index < 0 ? to_string(local.type(id))
                                        : to_string(main.type(global)) + " @ " +
                                              to_string(*main.value(global).sharding),
                       static_cast<double>(bytes) / 1e6, source.empty() ? "" : ", ", source)});
    }
  std::ranges::stable_sort(values, std::ranges::greater{}, &LargeValue::bytes);
  return values;
}

} // namespace

std::optional<std::string> memory_shortage(const Program &partitioned, const DevicePlan &plan,
                                           DeviceId device, double available) {
  const MemoryPlan &memory = plan.memory;
  const double needed = static_cast<double>(memory.total_bytes() - memory.argument_bytes);
  if (needed <= available)
    return {};
  std::string text =
      fmt::format("out of memory: a run of @{} needs {:.3g} MB on device {} beside "
                  "its arguments, and {:.3g} MB are there for it; its largest values "
                  "are",
                  partitioned.main().name, needed / 1e6, device, available / 1e6);
  const std::vector<LargeValue> values = values_in_memory(partitioned, plan);
  for (std::size_t i = 0; i < std::min(values.size(), kMostNamed); ++i)
    text += (i == 0 ? " " : "; ") + values[i].text;
  return text +
         ". More devices along an axis that cuts them, a smaller batch, checkpoint or donated "
         "arguments would take less";
}

} // namespace brigade
