// Nobody annotates anything: the planner cuts the parameters itself, where that makes the modelled
// time least.
//   auto_sharding
#include "same_as_one_device.hpp"

#include "brigade/gspmd/auto_sharding.hpp"
#include "brigade/gspmd/explain.hpp"
#include "brigade/trace/trace.hpp"

#include <iostream>

using namespace brigade;

Tensor two_layers(Tensor x, Tensor w, Tensor v) { return matmul(relu(matmul(x, w)), v); }

int main() {
  const Program program =
      trace({.mesh = Mesh({{0, 1}, {2, 3}}, {"x", "y"}), .argument_names = {"x", "w", "v"}},
            two_layers, TensorType{DType::f32, {4096, 512}}, TensorType{DType::f32, {512, 512}},
            TensorType{DType::f32, {512, 512}});
  const Choice found = auto_sharding(program, uniform_profile());
  const Explanation explanation = explain(make_plan(found.program));
  std::cout << to_string(explanation);

  // Nothing is annotated and nothing cut: every device computes everything.
  const Plan whole = make_plan(program, uniform_profile(), {.choose = false});
  const double before = cost_of(*whole.partitioned, whole.profile).total_seconds();
  if (explanation.cost.total_seconds() > before / 3)
    throw Error("four devices were to be about four times as fast as one");
}
