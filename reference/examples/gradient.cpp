// Data parallel training by annotation alone: the batch is cut over the devices, the weights are
// whole on each. The gradient is then a sum over the devices, which the planner adds.
//   gradient
#include "same_as_one_device.hpp"

#include "brigade/gspmd/explain.hpp"
#include "brigade/gspmd/sharding_table.hpp"
#include "brigade/trace/grad.hpp"
#include "brigade/trace/trace.hpp"

#include <iostream>

using namespace brigade;

Tensor loss(Tensor w, Tensor x) {
  const Tensor y = tanh(matmul(x, w));
  return mean(y * y);
}

Tensor weight_gradient(Tensor w, Tensor x) { return named(grad(loss)(w, x), "dw"); }

int main() {
  const Program program =
      trace({.mesh = Mesh({0, 1, 2, 3}, {"data"}), .argument_names = {"w", "x"}}, weight_gradient,
            TensorType{DType::f32, {64, 32}}, TensorType{DType::f32, {4096, 64}});
  const ShardingTable table = parse_sharding_table("x: [data, -]\n"
                                                   "w: [-, -]\n"
                                                   "dw: [-, -]\n");
  const Explanation explanation = explain(make_plan(with_shardings(program, table)));
  std::cout << to_string(explanation);
  require_same_as_one_device(explanation.plan);
  const auto &collectives = explanation.collectives;
  if (collectives.size() != 1 || collectives[0].use.kind != Operation::all_reduce)
    throw Error("one all_reduce was expected");
}
