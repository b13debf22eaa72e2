// One layer on many devices: each multiplies its rows of the batch by its copy of the weights, so
// nobody has to send anything.
//   mpiexec -n 4 layer_by_rows
#include "brigade/comm/run_main.hpp"
#include "brigade/mesh/create_device_mesh.hpp"
#include "brigade/runtime/device_put.hpp"
#include "brigade/runtime/gather.hpp"
#include "brigade/runtime/kernels/gemm.hpp"
#include "brigade/runtime/visualize_array.hpp"

using namespace brigade;

int main(int argc, char **argv) {
  return run_main(argc, argv, [](Runtime &runtime) {
    const Mesh mesh(create_device_mesh({runtime.device_count(), 1}), {"data", "model"});
    const NamedSharding rows(mesh, P("data", nullptr)), replicated(mesh, P());

    const xt::xarray<float> batch = xt::arange<float>(16 * 4).reshape({16, 4});
    const xt::xarray<float> weights = xt::arange<float>(4 * 8).reshape({4, 8});
    const Array x = device_put(runtime, batch, rows);
    const Array w = device_put(runtime, weights, replicated);

    Array y = Array::empty(runtime, {16, 8}, DType::f32, rows);
    const std::int64_t own_rows = x.shard_shape()[0];
    gemm<float>(MatrixView<const float>{x.shard<float>().data(), own_rows, 4},
                MatrixView<const float>{w.shard<float>().data(), 4, 8},
                MatrixView<float>{y.mutable_shard<float>().data(), own_rows, 8});
    visualize_sharding(y);

    xt::xarray<float> expected = xt::zeros<float>({16, 8});
    gemm<float>(MatrixView<const float>{batch.data(), 16, 4},
                MatrixView<const float>{weights.data(), 4, 8},
                MatrixView<float>{expected.data(), 16, 8});
    if (gather<float>(y) != expected) // whole numbers, so even a float's sum has one value only
      throw Error("the devices together give another result than one alone");
  });
}
