// Sizes need not divide: 7 rows over 4 devices are blocks of 1, 2, 2 and 2 rows, and the result is
// that of one device.
//   uneven_sizes
#include "same_as_one_device.hpp"

#include "brigade/core/terminal.hpp"
#include "brigade/ir/parse.hpp"
#include "brigade/sharding/named_sharding.hpp"
#include "brigade/sharding/visualize_sharding.hpp"

#include <iostream>

using namespace brigade;

int main() {
  const Program program = parse_program(R"(
    mesh {x: 4}
    program products(a: f32[7, 5] @ [x, -], b: f32[5, 3]) {
      c = dot(a, b)
      return c @ [x, -], sum(c, dims=[0])
    })");
  const Mesh &mesh = *program.mesh;
  std::cout << visualize_sharding(NamedSharding(mesh, P("x", nullptr)), {7, 3}, standard_output(),
                                  {.array_name = "c"})
            << "\n";
  const Plan plan = make_plan(program);
  require_same_as_one_device(plan);
  std::cout << "four devices and one get the same\n";
}
