#include "brigade/comm/require_mesh.hpp"

#include "brigade/comm/runtime.hpp"
#include "brigade/core/error.hpp"

#include <fmt/format.h>

namespace brigade {

void require_mesh(const Runtime &runtime, const Mesh &mesh) {
  const int ranks = runtime.device_count();
  if (mesh.size() != ranks)
    throw InputError(fmt::format(
        "mesh {} has {} device{} and the job has {} (one a rank): use a mesh whose sizes multiply "
        "to {}, or start {} rank{}",
        to_string(mesh), mesh.size(), mesh.size() == 1 ? "" : "s", ranks, ranks, mesh.size(),
        mesh.size() == 1 ? "" : "s"));
  for (DeviceId device = 0; device < ranks; ++device)
    if (!mesh.contains(device))
      throw InputError(fmt::format("mesh {} lacks device {}: a job of {} rank{} has the devices 0 "
                                   "to {}",
                                   to_string(mesh), device, ranks, ranks == 1 ? "" : "s",
                                   ranks - 1));
}

} // namespace brigade
