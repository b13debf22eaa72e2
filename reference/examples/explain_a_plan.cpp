// What a plan can say of itself: why a value lies as it does, what a collective is for, what every
// device is given the whole of, and the annotation that avoids that.
//   explain_a_plan
#include "same_as_one_device.hpp"

#include "brigade/core/quantity.hpp"
#include "brigade/gspmd/explain.hpp"
#include "brigade/ir/parse.hpp"

#include <iostream>

using namespace brigade;

int main() {
  const Program program = parse_program(R"(mesh {x: 4}
program backwards(a: f32[8, 16] @ [x, -], w: f32[16, 16]) {
  h = dot(a, w)
  r = reverse(h, dims=[0])
  return r
}
)",
                                        "backwards.txt");
  const Explanation plan = explain(make_plan(program, uniform_profile(), {.choose = false}));
  require_same_as_one_device(plan.plan);
  for (const ExplainedValue &value : plan.values)
    std::cout << value.name << " lies as " << to_string(value.sharding) << ": " << value.reason
              << "\n";
  for (const ExplainedCollective &collective : plan.collectives)
    std::cout << to_string(collective.use.kind) << " for " << collective.use.operation << " at "
              << collective.use.source << ", " << bytes_text(collective.use.bytes) << ": "
              << collective.use.reason << "\n";
  for (const FullReplication &whole : plan.replications)
    std::cout << "whole on every device: " << whole.value << ", since " << whole.reason << ". "
              << whole.advice << "\n";
  if (plan.replications.empty())
    throw Error("the rows of h cannot be reversed in parts");
}
