// A function for one device, on all devices of the job: jit traces it, plans it for the mesh, and
// runs the plan. Each device makes its own rows of the result, and nobody has to send anything.
//   mpiexec -n 4 two_layer_net
#include "brigade/comm/run_main.hpp"
#include "brigade/gspmd/plan_tables.hpp"
#include "brigade/runtime/jit/jit.hpp"
#include "brigade/runtime/visualize_array.hpp"

using namespace brigade;

Tensor two_layer_net(Tensor x, Tensor w1, Tensor b1, Tensor w2, Tensor b2) {
  Tensor h = relu(matmul(x, w1) + b1);
  return matmul(h, w2) + b2;
}

int main(int argc, char **argv) {
  return run_main(argc, argv, [](Runtime &runtime) {
    Mesh mesh(create_device_mesh({runtime.device_count(), 1}), {"data", "model"});
    NamedSharding rows(mesh, P("data", nullptr));

    // Random numbers by their place in the whole array: the same on any number of devices.
    auto random = [&](Shape shape, std::int64_t stream, const ArgumentSharding &sharding) {
      auto draw = [=] { return random_normal(shape, {.seed = 1, .stream = stream}); };
      return jit(draw, {.out_shardings = {sharding}, .mesh = mesh})();
    };
    Array x = random({16, 8}, 0, rows);
    Array w1 = random({8, 32}, 1, {}), b1 = random({32}, 2, {});
    Array w2 = random({32, 4}, 3, {}), b2 = random({4}, 4, {});

    auto forward =
        jit(two_layer_net, {.in_shardings = {rows, {}, {}, {}, {}}, .out_shardings = {rows}});
    Array y = forward(x, w1, b1, w2, b2);
    visualize_sharding(y, {.array_name = "y"});

    const Plan plan = forward.plan(x, w1, b1, w2, b2);
    if (!collectives_of(*plan.partitioned, plan.profile).empty())
      throw Error("a batch that is cut by rows needs no collective forwards");
  });
}
