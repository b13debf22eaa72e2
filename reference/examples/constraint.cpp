// A sharding constraint in the middle of a function: the planner brings the value there, and says
// by which collective.
//   constraint
#include "same_as_one_device.hpp"

#include "brigade/gspmd/explain.hpp"
#include "brigade/trace/trace.hpp"

#include <iostream>

using namespace brigade;

Tensor layer(Tensor a, Tensor w) {
  const Tensor by_rows = with_sharding_constraint(named(matmul(a, w), "h"), P("x", nullptr));
  return with_sharding_constraint(relu(by_rows), P(nullptr, "x"));
}

int main() {
  const Program program =
      trace({.mesh = Mesh({0, 1, 2, 3}, {"x"}), .argument_names = {"a", "w"}}, layer,
            TensorType{DType::f32, {8, 16}}, TensorType{DType::f32, {16, 12}});
  const Explanation explanation = explain(make_plan(program));
  std::cout << to_string(explanation);
  require_same_as_one_device(explanation.plan);

  // From rows to columns every device sends every other a block.
  const auto &collectives = explanation.collectives;
  if (collectives.size() != 1 || collectives[0].use.kind != Operation::all_to_all)
    throw Error("one all_to_all was expected");
}
