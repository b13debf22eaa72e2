#include "brigade/gspmd/profile_presets.hpp"

#include "brigade/core/error.hpp"
#include "brigade/core/nearest.hpp"
#include "brigade/gspmd/profile_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>

namespace brigade {

MachineProfile shared_memory_profile() {
  const LinkProfile link{.latency = 5e-7, .seconds_per_byte = 5e-10, .overlaps = false};
  return {.name = "shared_memory",
          .flops_per_second = 1e11,
          .bytes_per_second = 1e10,
          .inside = link,
          .between = link,
          .devices_per_node = 0};
}

MachineProfile ethernet_profile() {
  const LinkProfile link{.latency = 20e-6, .seconds_per_byte = 8e-10};
  return {.name = "ethernet",
          .flops_per_second = 2e12,
          .bytes_per_second = 1.28e11,
          .inside = link,
          .between = link,
          .devices_per_node = 1};
}

MachineProfile nvlink_infiniband_profile() {
  return {.name = "nvlink_infiniband",
          .flops_per_second = 1.56e14,
          .bytes_per_second = 2.039e12,
          .inside = {.latency = 1.9e-6, .seconds_per_byte = 1 / 3e11},
          .between = {.latency = 4e-6, .seconds_per_byte = 4e-11},
          .devices_per_node = 8};
}

MachineProfile tpu_v4_profile() {
  return {.name = "tpu_v4",
          .flops_per_second = 2.75e14,
          .bytes_per_second = 1.2e12,
          .inside = {.latency = 1e-6, .seconds_per_byte = 1e-11},
          .between = {.latency = 20e-6, .seconds_per_byte = 1.6e-10},
          .devices_per_node = 4096};
}

const std::vector<MachineProfile> &profile_presets() {
  static const std::vector<MachineProfile> presets{uniform_profile(), shared_memory_profile(),
                                                   ethernet_profile(), nvlink_infiniband_profile(),
                                                   tpu_v4_profile()};
  return presets;
}

MachineProfile profile_named(const std::string &name_or_file) {
  std::vector<std::string> names;
  for (const MachineProfile &preset : profile_presets()) {
    if (preset.name == name_or_file)
      return preset;
    names.push_back(preset.name);
  }
  if (std::error_code ignored; std::filesystem::exists(name_or_file, ignored))
    return read_profile(name_or_file);
  throw InputError(fmt::format("there is no machine profile '{}', nor a file of that name{}; there "
                               "are {}, and files that brigade-bench profile writes",
                               name_or_file, did_you_mean(name_or_file, names),
                               fmt::join(names, ", ")));
}

} // namespace brigade
