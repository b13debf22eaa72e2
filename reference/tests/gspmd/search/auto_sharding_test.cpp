#include "brigade/gspmd/auto_sharding.hpp"

#include "brigade/core/error.hpp"
#include "brigade/gspmd/clean_up.hpp"
#include "brigade/gspmd/partition.hpp"
#include "brigade/gspmd/plan.hpp"
#include "brigade/gspmd/plan_memory.hpp"
#include "brigade/gspmd/plan_tables.hpp"
#include "brigade/gspmd/simulate.hpp"
#include "brigade/ir/interpret.hpp"
#include "brigade/ir/parse.hpp"
#include "gspmd/whole_arrays.hpp"
#include "programs/transformer.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace brigade::testing {
namespace {

/// Two layers, their gradients, and a step of SGD; `x` as it is annotated.
Program training_step(std::int64_t batch, std::int64_t width, const std::string &x = "") {
  return parse_program(fmt::format(R"(mesh {{d: 4}}
block loss(x: f32[{0}, {1}], w1: f32[{1}, {1}], w2: f32[{1}, {1}]) {{
  h = relu(dot(x, w1))
  o = dot(h, w2)
  return sum(mul(o, o), dims=[0, 1])
}}
program step(x: f32[{0}, {1}]{2}, w1: f32[{1}, {1}], w2: f32[{1}, {1}]) {{
  g1, g2 = grad(@loss, x, w1, w2, wrt=[1, 2])
  n1 = sub(w1, mul(g1, const(f32[{1}, {1}], 0.1)))
  n2 = sub(w2, mul(g2, const(f32[{1}, {1}], 0.1)))
  return n1, n2
}})",
                                   batch, width, x));
}

std::string sharding(const Program &program, const std::string &name) {
  for (const Value &value : program.main().values)
    if (value.name == name)
      return to_string(value.sharding.value());
  return "no such value";
}

Program partitioned(const Choice &choice) {
  return clean_up(partition(choice.program, uniform_profile()), uniform_profile());
}

TEST(AutoSharding, CutsALargeBatchAndKeepsSmallWeightsWhole) {
  const Choice choice = auto_sharding(training_step(65536, 256), uniform_profile());
  EXPECT_EQ(sharding(choice.program, "x"), "[d, -]");
  EXPECT_EQ(sharding(choice.program, "w1"), "[-, -]");
  EXPECT_EQ(sharding(choice.program, "w2"), "[-, -]");
  // Gradients and weights may move, the batch may not.
  for (const CollectiveUse &use : collectives_of(partitioned(choice), uniform_profile()))
    EXPECT_LE(use.bytes, 2. * 2 * 256 * 256 * 4) << use.value;
}

TEST(AutoSharding, CutsLargeWeightsWhereTheBatchIsSmall) {
  const Choice choice = auto_sharding(training_step(64, 8192), uniform_profile());
  EXPECT_NE(sharding(choice.program, "w1"), "[-, -]");
  EXPECT_NE(sharding(choice.program, "w2"), "[-, -]");
  // Nothing of the size of a weight moves.
  for (const CollectiveUse &use : collectives_of(partitioned(choice), uniform_profile()))
    EXPECT_LT(use.bytes, 8192. * 8192 * 4 / 8) << use.value;
}

TEST(AutoSharding, CutsParametersUntilTheyFitIntoMemory) {
  const Program layers = parse_program(R"(mesh {d: 4}
program forward(x: f32[65536, 2048], w1: f32[2048, 2048], w2: f32[2048, 2048], w3: f32[2048, 2048],
                w4: f32[2048, 2048]) {
  a = relu(dot(x, w1))
  b = relu(dot(a, w2))
  c = relu(dot(b, w3))
  return relu(dot(c, w4))
})");
  const Choice at_will = auto_sharding(layers, uniform_profile());
  ASSERT_EQ(sharding(at_will.program, "w1"), "[-, -]");
  ASSERT_EQ(sharding(at_will.program, "w4"), "[-, -]");
  // Four weights of 16 MiB, of which three quarters can lie elsewhere until each is gathered.
  const double limit =
      memory_of(partitioned(at_will), uniform_profile()).total_bytes() - 16. * 1024 * 1024;
  const Choice limited = auto_sharding(layers, uniform_profile(), limit);
  EXPECT_LE(memory_of(partitioned(limited), uniform_profile()).total_bytes(), limit);
  EXPECT_GE(limited.seconds, at_will.seconds);
  const Choice ample = auto_sharding(layers, uniform_profile(), 1e12);
  EXPECT_EQ(ample.program, at_will.program);
}

TEST(AutoSharding, LeavesWhatIsAnnotated) {
  const Choice choice = auto_sharding(training_step(65536, 256, " @ [-, d]"), uniform_profile());
  EXPECT_EQ(sharding(choice.program, "x"), "[-, d]");
}

TEST(AutoSharding, GivesTheSameValues) {
  const Program step = training_step(64, 16);
  const std::vector<Literal> arguments = whole_arguments(step);
  const std::vector<Literal> expected =
      interpret(auto_sharding(step, uniform_profile()).program, arguments);
  const std::vector<Literal> got =
      simulate(partitioned(auto_sharding(step, uniform_profile())), arguments);
  for (std::size_t i = 0; i < expected.size(); ++i)
    expect_close(got[i], expected[i]);
}

TEST(AutoSharding, OfATransformerGivesTheSameValues) {
  const Program step =
      transformer_step({.layers = 2,
                        .batch = 4,
                        .length = 6,
                        .vocabulary = 10,
                        .model = 8,
                        .heads = 2,
                        .head = 4,
                        .hidden = 12},
                       Optimizer::adam, Mesh(DeviceGrid({2, 2}), {"data", "model"}));
  const std::vector<Literal> arguments = whole_arguments(step);
  const std::vector<Literal> expected = interpret(step, arguments);
  const Choice choice = auto_sharding(step, uniform_profile());
  const std::vector<Literal> got = simulate(partitioned(choice), arguments);
  ASSERT_EQ(got.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i)
    expect_close(got[i], expected[i]);
}

TEST(AutoSharding, NeedsAMesh) {
  Program step = training_step(64, 16);
  step.mesh.reset();
  EXPECT_THROW(auto_sharding(step, uniform_profile()), InputError);
}

// What cuts parameters where that costs nothing must not lead away from what is cheapest.
TEST(AutoSharding, OfASmallProgramIsNoDearerThanThePlanThatCutsNoParameters) {
  const Program program = parse_program(R"(mesh {data: 2}
program p(a: f64[11, 11], b: f32[11, 5, 3]) {
  c = convert(transpose(b, perm=[2, 0, 1]), i32)
  d = neg(b)
  e = max(c, c)
  f = sub(b, d)
  g @ [-] = iota([7], dim=0, type=f32)
  h = min(e, c)
  i = constraint(c) @ [(data, ?), -, -]
  j = barrier(argmax(g, dims=[0]))
  k = relu(a)
  l = tanh(k)
  m = min_reduce(k, dims=[0])
  n = sum(argmax(max(e, e), dims=[0]), dims=[0])
  o, q = barrier(l, c)
  return d, o
})");
  const auto seconds = [&](bool cuts_parameters) {
    const Plan plan = make_plan(program, uniform_profile(), {.cut_parameters = cuts_parameters});
    return cost_of(*plan.partitioned, uniform_profile()).total_seconds();
  };
  EXPECT_LE(seconds(true), seconds(false));
}

} // namespace
} // namespace brigade::testing
