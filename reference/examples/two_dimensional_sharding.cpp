// A product of matrices on a mesh of two axes: rows of the left one over x, columns of the right
// one over y. Each device multiplies its rows with its columns, and nothing is sent.
//   two_dimensional_sharding
#include "same_as_one_device.hpp"

#include "brigade/gspmd/explain.hpp"
#include "brigade/ir/parse.hpp"

#include <iostream>

using namespace brigade;

int main() {
  const Program program = parse_program(R"(
    mesh {x: 4, y: 2}
    program product(a: f32[8, 32] @ [x, -], b: f32[32, 16] @ [-, y]) {
      c = dot(a, b)
      return c
    })",
                                        "product.txt");
  const Explanation explanation = explain(make_plan(program));
  std::cout << to_string(explanation);
  require_same_as_one_device(explanation.plan);
  if (!explanation.collectives.empty())
    throw Error("no device has to send anything");
}
