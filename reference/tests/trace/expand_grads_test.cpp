#include "brigade/trace/expand_grads.hpp"

#include "trace/printed.hpp"

#include "brigade/core/error.hpp"
#include "brigade/ir/interpret.hpp"
#include "brigade/ir/parse.hpp"
#include "brigade/ir/print.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace brigade::testing {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::ThrowsMessage;

std::vector<double> run(const Program &program, const std::vector<double> &arguments) {
  std::vector<Literal> literals;
  for (std::size_t i = 0; i < arguments.size(); ++i)
    literals.push_back(Literal::from_numbers(program.main().type(program.main().parameters[i]),
                                             std::vector<double>{arguments[i]}));
  std::vector<double> numbers;
  for (const Literal &result : interpret(program, literals))
    numbers.push_back(result.number(0));
  return numbers;
}

// A block is a scope: what it calls its values is its own affair.
TEST(ExpandGrads, LeaveTheCallersNamesToTheCaller) {
  const Program program = expand_grads(parse_program(R"(
block loss(v: f64[]) {
  s = exp(v)
  return mul(s, s)
}
program main(v: f64[]) {
  d = grad(@loss, v, wrt=[0])
  s = neg(d)
  return s
}
)"));
  EXPECT_EQ(program.main().value(program.main().results[0].value).name, "s");
  EXPECT_THAT(run(program, {0}), ElementsAre(-2));
}

TEST(ExpandGrads, InstructionsTakeThePlaceOfGrad) {
  const Program program = expand_grads(parse_program(R"(
block loss(a: f64[], b: f64[]) {
  square = mul(a, a)
  return mul(square, b), square
}
program main(x: f64[], y: f64[]) {
  by_x, by_y = grad(@loss, x, y, wrt=[0, 1])
  return by_x, by_y, mul(by_x, x)
}
)"));
  EXPECT_EQ(program.blocks.size(), 1U);
  EXPECT_EQ(count(program.main(), Operation::grad), 0);
  EXPECT_THAT(run(program, {3, 5}), ElementsAre(30, 9, 90));
  // Its printed form can be read again.
  EXPECT_EQ(to_string(parse_program(to_string(program))), to_string(program));
}

TEST(ExpandGrads, TheSameValueAsTwoArgumentsIsTwo) {
  const Program program = expand_grads(parse_program(R"(
block loss(a: f64[], b: f64[]) {
  return mul(mul(a, a), b)
}
program main(x: f64[]) {
  return grad(@loss, x, x, wrt=[1])
}
)"));
  EXPECT_THAT(run(program, {3}), ElementsAre(9));
}

TEST(ExpandGrads, AGradientCanBeDifferentiatedAndBlocksAreGoneThrough) {
  const Program program = expand_grads(parse_program(R"(
block square(a: f64[]) {
  return mul(a, a)
}
block fourth(a: f64[]) {
  s = call @square(a)
  return call @square(s)
}
block slope(a: f64[]) {
  return grad(@fourth, a, wrt=[0])
}
program main(x: f64[]) {
  return call @fourth(x), call @slope(x), grad(@slope, x, wrt=[0])
}
)"));
  EXPECT_THAT(run(program, {2}), ElementsAre(16, 32, 48));
}

TEST(ExpandGrads, HowABlockWantsItsArgumentsToLieHoldsForThemAndTheirGradients) {
  const Program program = expand_grads(parse_program(R"(
mesh {x: 2, y: 2}
block loss(a: f32[4, 8] @ [x, y]) {
  return sum(mul(a, a), dims=[0, 1])
}
program main(a: f32[4, 8]) {
  return grad(@loss, a, wrt=[0])
}
)"));
  EXPECT_EQ(count(program.main(), Operation::constraint), 2);
  EXPECT_EQ(program.main().instructions.back().operation, Operation::constraint);
}

TEST(ExpandGrads, AProgramWithoutGradComesBackAsItIs) {
  const Program program =
      parse_program("program main(a: f32[2]) {\n  dead = exp(a)\n  return a\n}\n");
  EXPECT_EQ(expand_grads(program), program);
}

TEST(ExpandGrads, WhatHasNoDerivativeIsNamedWithItsLine) {
  const Program program = parse_program(R"(
mesh {x: 2}
block loss(a: f32[4]) {
  b = all_reduce(a, axes=[x], op=sum)
  return sum(b, dims=[0])
}
program main(a: f32[4]) {
  return grad(@loss, a, wrt=[0])
}
)",
                                        "loss.txt");
  EXPECT_THAT([&] { expand_grads(program); },
              ThrowsMessage<InputError>(AllOf(
                  HasSubstr("loss.txt:4"), HasSubstr("all_reduce has no derivative: collectives "
                                                     "are put in when a program is partitioned"))));
}

} // namespace
} // namespace brigade::testing
