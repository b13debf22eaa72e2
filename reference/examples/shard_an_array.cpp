// Lays one array over the devices of the job in three ways and draws who holds what.
//   mpiexec -n 8 shard_an_array
#include "brigade/comm/run_main.hpp"
#include "brigade/mesh/create_device_mesh.hpp"
#include "brigade/runtime/device_put.hpp"
#include "brigade/runtime/visualize_array.hpp"

using namespace brigade;

int main(int argc, char **argv) {
  return run_main(argc, argv, [](Runtime &runtime) {
    const int model = runtime.device_count() % 2 == 0 ? 2 : 1;
    const Mesh mesh(create_device_mesh({runtime.device_count() / model, model}), {"data", "model"});
    const xt::xarray<float> host = xt::arange<float>(128).reshape({16, 8});

    for (const PartitionSpec &spec :
         {P("data", "model"), P("data"), P(nullptr, axes("data", "model"))}) {
      const Array w1 = device_put(runtime, host, NamedSharding(mesh, spec));
      visualize_sharding(w1, {.array_name = "w1"});
    }
  });
}
