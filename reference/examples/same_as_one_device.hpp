#pragma once

#include "brigade/core/error.hpp"
#include "brigade/gspmd/plan.hpp"
#include "brigade/gspmd/simulate.hpp"
#include "brigade/ir/difference.hpp"
#include "brigade/ir/interpret.hpp"
#include "brigade/ir/random_inputs.hpp"

#include <cstddef>
#include <vector>

/// Runs a plan for all devices of its mesh in this process, and the program on one device, on the
/// same random numbers. Throws Error if the results differ by more than rounding.
inline void require_same_as_one_device(const brigade::Plan &plan) {
  using namespace brigade;
  const std::vector<Literal> inputs = random_inputs(plan.annotated, 1);
  const std::vector<Literal> expected = interpret(plan.annotated, inputs);
  const std::vector<Literal> got = simulate(*plan.partitioned, inputs);
  for (std::size_t i = 0; i < expected.size(); ++i)
    if (difference(expected[i], got[i]).relative > 1e-5)
      throw Error("the devices' result is not that of one device");
}
