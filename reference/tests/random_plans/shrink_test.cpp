#include "random_plans/shrink.hpp"

#include "brigade/ir/inline_calls.hpp"
#include "brigade/ir/parse.hpp"
#include "brigade/ir/print.hpp"
#include "programs/random_arguments.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

namespace brigade::testing {
namespace {

constexpr int kMostCandidates = 1000;

bool computes(const Program &program, Operation operation) {
  return std::ranges::any_of(
      inline_calls(program).main().instructions,
      [&](const Instruction &instruction) { return instruction.operation == operation; });
}

/// What is left of a trial that fails as long as it computes `operation`.
Program shrunk(const PlanTrial &trial, Operation operation) {
  int candidates = 0;
  const auto fails = [&](const PlanTrial &candidate) {
    if (++candidates > kMostCandidates)
      throw std::runtime_error("no end after " + std::to_string(candidates) + " candidates, at " +
                               to_string(candidate.program, {.types = true}));
    return computes(candidate.program, operation);
  };
  return shrink(trial, fails).program;
}

Program shrunk(const std::string &text, Operation operation) {
  const Program program = parse_program(text);
  return shrunk(PlanTrial{program, random_arguments(program, 1)}, operation);
}

TEST(Shrink, LeavesOneInstructionAndTheSmallestSizes) {
  EXPECT_EQ(to_string(shrunk("mesh {x: 2, y: 2}\n"
                             "program p(a: f32[6, 5] @ [x, y], b: f32[5, 4]) {\n"
                             "  c = constraint(tanh(dot(exp(a), b))) @ [(y, x), -]\n"
                             "  return c @ [x, -], sum(a, dims=[0])\n}\n",
                             Operation::dot)),
            "mesh {x: 2, y: 2}\n"
            "program main(%0: f32[1, 1], %1: f32[1, 1]) {\n"
            "  %2 = dot(%1, %0)\n"
            "  return %2\n}\n");
}

// The size that they add up cannot be resized alone.
TEST(Shrink, EndsWhereASizeIsAddedUp) {
  EXPECT_EQ(to_string(shrunk("mesh {x: 2}\n"
                             "program p(a: f32[3, 4], b: f32[5, 4] @ [x, -]) {\n"
                             "  c = concat(a, exp(b), dim=0)\n"
                             "  return neg(c) @ [x, -]\n}\n",
                             Operation::concat)),
            "mesh {x: 2}\n"
            "program main(%0: f32[1, 1], %1: f32[1, 1]) {\n"
            "  %2 = concat(%0, %1, dim=0)\n"
            "  return %2\n}\n");
  EXPECT_EQ(to_string(shrunk("mesh {x: 2}\n"
                             "program p(a: f32[5, 4] @ [x, -]) {\n"
                             "  b = pad(neg(a), low=[1, 0], high=[2, 0], value=3)\n"
                             "  return exp(b) @ [x, -]\n}\n",
                             Operation::pad)),
            "mesh {x: 2}\n"
            "program main(%0: f32[1, 1]) {\n"
            "  %1 = pad(%0, low=[1, 0], high=[2, 0], value=3)\n"
            "  return %1\n}\n");
}

TEST(Shrink, LeavesOneInstructionOfRandomPrograms) {
  int trials = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const PlanTrial trial = random_plan(seed);
    for (const Operation operation : {Operation::concat, Operation::pad, Operation::dot,
                                      Operation::update_row, Operation::argmax}) {
      if (!computes(trial.program, operation))
        continue;
      ++trials;
      const Program small = shrunk(trial, operation);
      ASSERT_EQ(small.main().instructions.size(), 1u) << "seed " << seed << "\n"
                                                      << to_string(small, {.types = true});
    }
  }
  EXPECT_GE(trials, 60);
}

} // namespace
} // namespace brigade::testing
