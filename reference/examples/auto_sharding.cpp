// Nobody annotates anything: the planner cuts the parameters itself, where that makes the modelled
// time least.
//   auto_sharding
#include "same_as_one_device.hpp"

#include "brigade/gspmd/auto_sharding.hpp"
#include "brigade/gspmd/plan_tables.hpp"
#include "brigade/ir/print.hpp"
#include "brigade/trace/trace.hpp"

#include <iostream>

using namespace brigade;

Tensor two_layers(Tensor x, Tensor w, Tensor v) { return matmul(relu(matmul(x, w)), v); }

double seconds_of(const Plan &plan) {
  return cost_of(*plan.partitioned, plan.profile).total_seconds();
}

int main() {
  const Program program =
      trace({.mesh = Mesh({{0, 1}, {2, 3}}, {"x", "y"}), .argument_names = {"x", "w", "v"}},
            two_layers, TensorType{DType::f32, {512, 64}}, TensorType{DType::f32, {64, 64}},
            TensorType{DType::f32, {64, 64}});
  const Plan cut = make_plan(auto_sharding(program, uniform_profile()).program);
  // Nothing is annotated and nothing cut: every device computes everything.
  const Plan whole = make_plan(program, uniform_profile(), {.choose = false});
  std::cout << "# Chosen: every value has a sharding\n"
            << to_string(cut.sharded, {.types = true}) << "\n# On every device\n"
            << to_string(*cut.partitioned, {.types = true})
            << "\nModelled time: " << seconds_of(cut)
            << " s; with nothing cut: " << seconds_of(whole) << " s\n";

  require_same_as_one_device(cut);
  if (seconds_of(cut) > seconds_of(whole) / 3)
    throw Error("four devices were to be about four times as fast as one");
}
