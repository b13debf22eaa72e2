#include "brigade/gspmd/clean_up.hpp"
#include "brigade/gspmd/explain.hpp"
#include "brigade/gspmd/live_bytes.hpp"
#include "brigade/gspmd/partition.hpp"
#include "brigade/gspmd/plan.hpp"
#include "brigade/gspmd/plan_tables.hpp"
#include "brigade/gspmd/propagate.hpp"
#include "brigade/gspmd/simulate.hpp"
#include "brigade/ir/inline_calls.hpp"
#include "brigade/ir/interpret.hpp"
#include "brigade/ir/parse.hpp"
#include "brigade/ir/print.hpp"
#include "brigade/ir/verify.hpp"
#include "brigade/trace/expand_grads.hpp"
#include "whole_arrays.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <tuple>
#include <vector>

// A block is planned once, however often it is called, and every call does as that plan says.
namespace brigade {
namespace {

using testing::HasSubstr;

/// A loss of so many layers that are calls of one block, and its derivatives by their weights.
std::string layers(int count, const std::string &x, const std::string &w, const std::string &v) {
  std::vector<std::string> weights, annotated, operands, numbers, gradients, results;
  std::string calls;
  for (int i = 0; i < count; ++i) {
    const std::string wi = fmt::format("w{}", i), vi = fmt::format("v{}", i);
    for (const auto &[name, type, sharding] :
         {std::tuple(wi, "f32[8, 12]", w), std::tuple(vi, "f32[12, 8]", v)}) {
      weights.push_back(fmt::format("{}: {}", name, type));
      annotated.push_back(fmt::format("{} @ {}", weights.back(), sharding));
      operands.push_back(name);
      numbers.push_back(fmt::format("{}", operands.size())); // x is number 0
      gradients.push_back("d" + name);
      results.push_back(fmt::format("d{} @ {}", name, sharding));
    }
    calls += fmt::format("  h{} = call @layer({}, {}, {})\n", i + 1,
                         i == 0 ? "x" : fmt::format("h{}", i), wi, vi);
  }
  return fmt::format(R"(mesh {{data: 2, model: 2}}
block layer(x: f32[8, 8], w: f32[8, 12], v: f32[12, 8]) {{
  h = relu(dot(x, w))
  return add(x, dot(h, v))
}}
block loss(x: f32[8, 8], {0}) {{
{1}  return sum(mul(h{2}, h{2}), dims=[0, 1])
}}
program step(x: f32[8, 8] @ {3}, {4}) {{
  {5} = grad(@loss, x, {6}, wrt=[{7}])
  return {8}
}}
)",
                     fmt::join(weights, ", "), calls, count, x, fmt::join(annotated, ", "),
                     fmt::join(gradients, ", "), fmt::join(operands, ", "),
                     fmt::join(numbers, ", "), fmt::join(results, ", "));
}

std::size_t calls_in(const Block &block) {
  return static_cast<std::size_t>(
      std::ranges::count(block.instructions, Operation::call, &Instruction::operation));
}

/// What the plan computes on all devices is what the program does on one.
void expect_right(const Program &program, const Program &partitioned) {
  verify(partitioned);
  const std::vector<Literal> arguments = whole_arguments(program);
  const std::vector<Literal> expected = interpret(program, arguments),
                             got = simulate(partitioned, arguments),
                             written_out = simulate(inline_calls(partitioned), arguments);
  ASSERT_EQ(got.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    expect_close(got[i], expected[i]);
    EXPECT_EQ(written_out[i], got[i]);
  }
}

void expect_right(const std::string &text, const Passes &passes = {}) {
  SCOPED_TRACE(text);
  const Plan plan = make_plan(parse_program(text), uniform_profile(), passes);
  expect_right(plan.given, *plan.partitioned);
  EXPECT_EQ(parse_program(to_string(*plan.partitioned)).blocks.size(),
            plan.partitioned->blocks.size());
}

constexpr const char *kWays[][3] = {{"[data, -]", "[-, -]", "[-, -]"},
                                    {"[-, -]", "[-, model]", "[model, -]"},
                                    {"[data, -]", "[-, model]", "[model, -]"},
                                    {"[data, -]", "[data, model]", "[model, data]"}};

TEST(PlannedBlocks, AreRightInEveryCall) {
  for (const auto &[x, w, v] : kWays)
    for (const bool chooses : {false, true}) {
      expect_right(layers(3, x, w, v), {.choose = chooses});
      expect_right(layers(3, x, w, v), {.choose = chooses, .cleanup = CleanUpPasses::none()});
    }
}

/// A program without its main block.
std::vector<Block> blocks_without_main(const Program &program) {
  return {program.blocks.begin(), program.blocks.end() - 1};
}

TEST(PlannedBlocks, AreTheSameHoweverOftenTheyAreCalled) {
  for (const auto &[x, w, v] : kWays) {
    const Plan few = make_plan(parse_program(layers(4, x, w, v))),
               many = make_plan(parse_program(layers(16, x, w, v)));
    for (const Plan *plan : {&few, &many})
      EXPECT_GT(plan->partitioned->blocks.size(), 1U);
    EXPECT_EQ(blocks_without_main(few.sharded), blocks_without_main(many.sharded));
    EXPECT_EQ(blocks_without_main(*few.partitioned), blocks_without_main(*many.partitioned));
    // What is left of a layer in the program: its calls, and what brings their values in place.
    EXPECT_EQ(calls_in(few.partitioned->main()), 2 * 4U);
    EXPECT_EQ(calls_in(many.partitioned->main()), 2 * 16U);
  }
}

TEST(PlannedBlocks, MayBeCalledWithArgumentsThatLieOtherwise) {
  for (const char *second : {"[-, x]", "[y, x]", "[-, -]", "[(y, x), -]"})
    for (const char *inside : {"", " @ [x, -]", " @ [-, y]"})
      expect_right(fmt::format(R"(mesh {{x: 2, y: 3}}
block f(a: f32[12, 6]{1}, b: f32[6, 6]) {{ return tanh(dot(a, b)), b }}
block g(a: f32[12, 6], b: f32[6, 6]) {{
  c, d = call @f(a, b)
  e, f = call @f(c, mul(b, d))
  return e
}}
program p(a: f32[12, 6] @ [x, -], b: f32[12, 6] @ {0}, w: f32[6, 6] @ [-, y]) {{
  c = call @g(a, w)
  d, e = call @f(b, w)
  g = call @g(d, e)
  return c, d @ [-, x], g
}}
)",
                               second, inside));
}

TEST(PlannedBlocks, MayReturnPartialResults) {
  // One call leaves the sum to its caller, who adds both results before.
  const std::string text = R"(mesh {x: 4}
block f(a: f32[8, 8], b: f32[8, 6]) { return dot(a, b) @ [-, -] {unreduced x} }
program p(a: f32[8, 8] @ [-, x], b: f32[8, 6] @ [x, -], c: f32[8, 8] @ [-, x]) {
  return add(call @f(a, b), call @f(c, b)) @ [-, -]
}
)";
  expect_right(text);
  const Plan plan = make_plan(parse_program(text));
  const std::vector<CollectiveUse> uses = collectives_of(*plan.partitioned, plan.profile);
  ASSERT_EQ(uses.size(), 1U);
  EXPECT_EQ(uses[0].kind, Operation::all_reduce);
}

TEST(PlannedBlocks, AreLeftOutWhereNothingCallsThem) {
  const std::string text = R"(mesh {x: 2}
block unused(a: f32[4]) { return exp(a) }
block used(a: f32[4]) { return tanh(a) }
program p(a: f32[4] @ [x]) { return call @used(a) }
)";
  const Plan plan = make_plan(parse_program(text));
  ASSERT_EQ(plan.sharded.blocks.size(), 2U);
  EXPECT_EQ(plan.sharded.blocks[0].name, "used");
  expect_right(text);
}

// What no call needs is not brought anywhere.
TEST(PlannedBlocks, AreNotGivenWhatTheyDoNotUse) {
  const std::string text = R"(mesh {x: 2, y: 2}
block inner(a: f32[8, 8], b: f32[8, 8] @ [-, y]) { return tanh(a), exp(b) }
block outer(a: f32[8, 8], b: f32[8, 8]) {
  c, d = call @inner(a, neg(b))
  e = mul(d, d)
  return c, e
}
program p(a: f32[8, 8] @ [x, -], b: f32[8, 8] @ [x, -]) {
  c, unused = call @outer(a, b)
  d, another = call @outer(c, a)
  return d @ [x, -]
}
)";
  expect_right(text);
  const Plan plan = make_plan(parse_program(text));
  EXPECT_THAT(collectives_of(*plan.partitioned, plan.profile), testing::IsEmpty());
  for (const Block &block : blocks_without_main(plan.sharded)) {
    EXPECT_EQ(block.parameters.size(), 1U) << block.name;
    EXPECT_EQ(block.results.size(), 1U) << block.name;
  }
}

// Collectives overlap with computing, inside a call and around it, and never with each other.
TEST(PlannedBlocks, HideCommunicationOnlyBehindComputing) {
  MachineProfile profile = uniform_profile();
  profile.inside.overlaps = profile.between.overlaps = true;
  for (const double rate : {1e9, 1e11, 1e13}) {
    profile.flops_per_second = rate;
    for (const auto &[x, w, v] : kWays) {
      const Plan plan = make_plan(parse_program(layers(4, x, w, v)), profile);
      const PlanCost cost = cost_of(*plan.partitioned, profile);
      EXPECT_LE(cost.overlapped_seconds, cost.compute_seconds * (1 + 1e-9));
      EXPECT_GE(cost.elapsed_seconds(), cost.communication_seconds * (1 - 1e-9));
    }
  }
}

TEST(PlannedBlocks, AreNeverDearerThanAsTheyWerePropagated) {
  for (const auto &[x, w, v] : kWays) {
    const Program program = parse_program(layers(6, x, w, v));
    const Plan chosen = make_plan(program),
               propagated = make_plan(program, uniform_profile(), {.choose = false});
    EXPECT_LE(cost_of(*chosen.partitioned, chosen.profile).total_seconds(),
              cost_of(*propagated.partitioned, propagated.profile).total_seconds() * (1 + 1e-9));
  }
}

// What is counted in a block counts for each of its calls.
TEST(PlannedBlocks, CostWhatTheyCostWrittenOut) {
  for (const auto &[x, w, v] : kWays) {
    const Plan plan = make_plan(parse_program(layers(5, x, w, v)));
    const PlanCost with_calls = cost_of(*plan.partitioned, plan.profile),
                   written_out = cost_of(inline_calls(*plan.partitioned), plan.profile);
    EXPECT_NEAR(with_calls.compute_seconds, written_out.compute_seconds,
                1e-9 * written_out.compute_seconds);
    EXPECT_NEAR(with_calls.communication_seconds, written_out.communication_seconds,
                1e-9 * written_out.communication_seconds);
    EXPECT_GE(live_bytes(*plan.partitioned), live_bytes(inline_calls(*plan.partitioned)) * 0.999);
  }
}

TEST(PlannedBlocks, AreExplained) {
  const Explanation explanation = explain(make_plan(parse_program(R"(mesh {x: 2}
block f(a: f32[4, 6]) { h = tanh(a) return h }
program p(a: f32[4, 6] @ [x, -]) { b = call @f(a) c = call @f(b) return c }
)")));
  std::vector<std::string> lines;
  for (const ExplainedValue &value : explanation.values)
    lines.push_back(fmt::format("{}: {}", value.name, value.reason));
  EXPECT_THAT(lines, testing::Contains("@f.a: x from a (call, i)"));
  EXPECT_THAT(lines, testing::Contains("@f.h: x from @f.a (tanh, i)"));
  EXPECT_THAT(lines, testing::Contains("c: x from result 0 of @f (call, i)"));
  const std::string text = to_string(explanation);
  EXPECT_THAT(text, HasSubstr("h = tanh(a) : f32[4, 6] @ [x, -]  # x from @f.a (tanh, i)"));
}

} // namespace
} // namespace brigade
