// One program, two tables of shardings: in what their plans differ.
//   compare_plans
#include "same_as_one_device.hpp"

#include "brigade/gspmd/plan_difference.hpp"
#include "brigade/gspmd/sharding_table.hpp"
#include "brigade/trace/trace.hpp"

#include <iostream>

using namespace brigade;

Tensor two_layers(Tensor x, Tensor w, Tensor v) {
  return named(matmul(relu(matmul(x, w)), v), "y");
}

int main() {
  const Mesh mesh({{0, 1}, {2, 3}}, {"data", "model"});
  const Program program = trace({.mesh = mesh, .argument_names = {"x", "w", "v"}}, two_layers,
                                TensorType{DType::f32, {8, 64}}, TensorType{DType::f32, {64, 64}},
                                TensorType{DType::f32, {64, 64}});
  const Plan data = make_plan(with_shardings(program, parse_sharding_table(R"(
    x: [(data, model), -]
    y: [(data, model), -]
    *: [-, -]   # the weights
  )")));
  const Plan tensor = make_plan(with_shardings(program, parse_sharding_table(R"(
    x: [data, -]
    y: [data, -]
    w: [-, model]
    v: [model, -]
  )")));
  require_same_as_one_device(data);
  require_same_as_one_device(tensor);
  const PlanDifference found = difference(data, tensor);
  std::cout << to_string(found, "data parallel", "data and tensor parallel");
  if (found.there.bytes <= found.here.bytes ||
      found.there.memory.total_bytes() >= found.here.memory.total_bytes())
    throw Error("tensor parallelism was to send more and to keep less");
}
