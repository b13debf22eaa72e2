#include "brigade/gspmd/choose.hpp"

#include "brigade/gspmd/partition.hpp"
#include "brigade/gspmd/plan_tables.hpp"
#include "brigade/gspmd/propagate.hpp"
#include "brigade/gspmd/simulate.hpp"
#include "brigade/ir/inline_calls.hpp"
#include "brigade/ir/interpret.hpp"
#include "brigade/ir/parse.hpp"
#include "conformance.hpp"
#include "whole_arrays.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace brigade {
namespace {

double cost(const Program &planned) {
  return cost_of(partition(planned, uniform_profile()), uniform_profile()).total_seconds();
}

/// Of what comes without a clean-up.
struct Both {
  double propagated, chosen;
};

Both costs(const std::string &text) {
  const Program program = parse_program(text);
  const Program propagated = propagate(program);
  const Program chosen = choose_with_reasons(program, propagated, uniform_profile(),
                                             {.cleanup = CleanUpPasses::none()})
                             .program;
  const std::vector<Literal> arguments = whole_arguments(program);
  const std::vector<Literal> expected = interpret(program, arguments);
  const std::vector<Literal> got = simulate(partition(chosen, uniform_profile()), arguments);
  for (std::size_t i = 0; i < expected.size(); ++i)
    expect_close(got[i], expected[i]);
  return {cost(propagated), cost(chosen)};
}

// The device without a row holds the least integer, which is its own negative.
TEST(Choose, NegatesMaximaOfIntegersOnlyWhenTheyAreWhole) {
  costs("mesh {x: 4}\nprogram p(a: i32[3] @ [x], b: i32[3] @ [x]) { m = max_reduce(a, dims=[0])"
        " n = max_reduce(b, dims=[0]) k = neg(m) l = neg(n) r = min(k, l) return r @ [] }");
}

// Two sums of partial products: reduced once, behind the addition.
TEST(Choose, AddsPartialResultsBeforeItReducesThem) {
  const Both both = costs(
      "mesh {y: 4} program p(a: f32[64, 64] @ [-, y], b: f32[64, 64] @ [y, -],"
      " c: f32[64, 64] @ [-, y], d: f32[64, 64] @ [y, -]) {"
      " e = dot(a, b) f = dot(c, d) g = add(e, f) return g @ [-, -] }");
  EXPECT_LT(both.chosen, 0.75 * both.propagated);
}

// A conflict that propagation leaves alone: nothing would be cut, and all would be computed by all.
TEST(Choose, CutsWhatPropagationLeftWhole) {
  const Both both = costs(
      "mesh {a: 4, b: 2} program p(x: f32[64, 256] @ [a, -], y: f32[64, 256] @ [b, -]) {"
      " s = add(x, y) t = exp(s) u = tanh(t) return u @ [a, -] }");
  EXPECT_LE(both.chosen, both.propagated);
}

TEST(Choose, ScattersWhatIsOnlyUsedInParts) {
  const Both both = costs(
      "mesh {y: 4} program p(a: f32[64, 64] @ [-, y], b: f32[64, 64] @ [y, -]) {"
      " e = dot(a, b) f = constraint(e) @ [?, ?] g = relu(f) return g @ [y, -] }");
  EXPECT_LE(both.chosen, both.propagated);
}

TEST(Choose, MovesASmallTableInPlaceOfTheManyRowsThatAreLookedUp) {
  const Program chosen = planned_by_choice("mesh {x: 4}\n"
                                           "program p(t: f32[64, 256] @ [x, -], i: i32[65536]) {\n"
                                           "  return gather(t, i) @ [-, -]\n}");
  EXPECT_THAT(moves(chosen), ::testing::ElementsAre("all_gather x"));
}

TEST(Choose, PlansAConcatOfManyOperands) {
  std::string operands;
  for (int i = 0; i < 200; ++i)
    operands += "a, ";
  const Program chosen = planned_by_choice("mesh {x: 2}\n"
                                           "program p(a: f32[64, 4] @ [x, -]) {\n"
                                           "  return concat(" +
                                               operands + "dim=0) @ [-, -]\n}",
                                           {});
  EXPECT_THAT(moves(chosen), ::testing::ElementsAre("all_gather x"));
}

// To cut one of the operands, and to gather the result, would be as dear as to gather both.
TEST(Choose, PaysOnceForAValueThatIsTwoOperands) {
  EXPECT_THAT(moves(planned_by_choice(
                  "mesh {x: 5} program p(a: f32[8, 8] @ [-, x]) {"
                  " b = dot(a, a, contract=[1],[0]) c = slice(b, start=[7, 7], limit=[8, 8])"
                  " return c @ [-, -] }",
                  {})),
              ::testing::ElementsAre("all_gather x"));
}

// The gather of rows alone would rather sum them up than move the table, which argmax needs whole.
TEST(Choose, GathersOnceWhatSeveralOperationsUse) {
  const std::string text =
      "mesh {x: 6} program p(a: f64[64] @ [x]) { i = argmax(a, dims=[0])"
      " b = pad(a, low=[2], high=[3]) c = gather(a, i) return b @ [-], c @ [] }";
  EXPECT_THAT(moves(planned_by_choice(text)), ::testing::ElementsAre("all_gather x"));
  const Both both = costs(text);
  EXPECT_LT(both.chosen, 0.5 * both.propagated);
}

TEST(Choose, GathersNothingThatIsWholeAndWantedWhole) {
  for (const std::string operation :
       {"concat(a, a, dim=0)", "reverse(a, dims=[0, 1])", "pad(a, low=[1, 1], high=[1, 1])"})
    EXPECT_THAT(moves(planned_by_choice("mesh {x: 4}\nprogram p(a: f32[4096, 1024] @ [-, -]) {\n"
                                        "  return " +
                                        operation + " @ [-, -]\n}")),
                ::testing::IsEmpty())
        << operation;
}

TEST(Choose, LeavesAnnotationsAsTheyAre) {
  const Program program = parse_program(
      "mesh {x: 2, y: 2} program p(a: f32[8, 8] @ [x, -], b: f32[8, 8] @ [-, y]) {"
      " c = dot(a, b) d = constraint(c) @ [-, -] e = exp(d) return e @ [y, x] }");
  const Program propagated = propagate(program);
  const Program chosen = choose(program, propagated, uniform_profile());
  const auto sharding = [&](const std::string &name) {
    for (const Value &value : chosen.main().values)
      if (value.name == name)
        return to_string(value.sharding.value());
    return std::string("no such value");
  };
  EXPECT_EQ(sharding("a"), "[x, -]");
  EXPECT_EQ(sharding("b"), "[-, y]");
  EXPECT_EQ(sharding("d"), "[-, -]");
  EXPECT_EQ(to_string(chosen.main().results[0].sharding.value()), "[y, x]");
}

TEST(Choose, GivesTheSameEachTime) {
  const Program program = parse_program(
      "mesh {x: 2, y: 2} program p(a: f32[12, 8] @ [x, y], b: f32[8, 6] @ [x, y]) {"
      " c = dot(a, b) d = exp(c) e = dot(d, d, contract=[0],[0]) return e @ [y, -] }");
  const Program propagated = propagate(program);
  EXPECT_EQ(choose(program, propagated, uniform_profile()),
            choose(program, propagated, uniform_profile()));
}

} // namespace
} // namespace brigade
