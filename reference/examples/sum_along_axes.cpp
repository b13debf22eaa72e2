// Every rank adds its number to those of its groups along each axis of a mesh.
//   mpiexec -n 8 sum_along_axes
#include "brigade/comm/all_reduce.hpp"
#include "brigade/comm/run_main.hpp"
#include "brigade/comm/runtime.hpp"
#include "brigade/core/error.hpp"
#include "brigade/mesh/create_device_mesh.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <numeric>
#include <span>
#include <string>

using namespace brigade;

// [sum_along]
std::int64_t sum_along(const Runtime &runtime, const Mesh &mesh, const std::string &axis) {
  const Group group = runtime.group(mesh, {axis});
  std::int64_t sum = runtime.rank();
  all_reduce<std::int64_t>(group, std::span(&sum, 1));
  return sum;
}
// [sum_along]

int main(int argc, char **argv) {
  return run_main(argc, argv, [](Runtime &runtime) {
    const int model = runtime.device_count() % 4 == 0 ? 4 : 1;
    const Mesh mesh(create_device_mesh({runtime.device_count() / model, model}), {"data", "model"});
    for (const std::string axis : {"model", "data"}) {
      const std::int64_t sum = sum_along(runtime, mesh, axis);
      const std::span<const int> members = runtime.group(mesh, {axis}).members();
      if (sum != std::accumulate(members.begin(), members.end(), std::int64_t{0}))
        throw Error(fmt::format("the sum along {} is {}, not that of its members", axis, sum));
      if (runtime.rank() == 0)
        fmt::print("rank 0 of mesh {}: the sum along {} is {}\n", to_string(mesh), axis, sum);
    }
  });
}
