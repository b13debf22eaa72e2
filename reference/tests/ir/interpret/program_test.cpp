#include "ir/literals.hpp"

#include "brigade/core/error.hpp"
#include "brigade/ir/block_builder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace brigade::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

Block doubling(const std::string &name) {
  BlockBuilder builder(name);
  const ValueId x = builder.parameter({DType::f32, {2}}, "x");
  const ValueId y = builder.append(Operation::add, {x, x});
  return std::move(builder).finish({{y, {}}, {x, {}}});
}

TEST(InterpretProgram, ResultsComeInTheirOrderAndBlocksAreCalled) {
  Program program{{}, {doubling("twice")}};
  BlockBuilder builder("main");
  const ValueId x = builder.parameter({DType::f32, {2}}, "x");
  const auto once =
      builder.append_all(Operation::call, {x}, CallAttributes{"twice"}, {}, &program.blocks[0]);
  const auto again = builder.append_all(Operation::call, {once[0]}, CallAttributes{"twice"}, {},
                                        &program.blocks[0]);
  const auto both = builder.append_all(Operation::barrier, {again[0], again[1]});
  program.blocks.push_back(std::move(builder).finish({{both[0], {}}, {both[1], {}}, {x, {}}}));
  const Literal argument[] = {literal(DType::f32, {2}, {1, 3})};
  EXPECT_THAT(interpret(program, argument),
              ElementsAre(literal(DType::f32, {2}, {4, 12}), literal(DType::f32, {2}, {2, 6}),
                          literal(DType::f32, {2}, {1, 3})));
}

TEST(InterpretProgram, TellsOfEachInstructionWhenItIsDone) {
  Program program{{}, {doubling("twice")}};
  BlockBuilder builder("main");
  const ValueId x = builder.parameter({DType::f32, {2}}, "x");
  const auto called =
      builder.append_all(Operation::call, {x}, CallAttributes{"twice"}, {}, &program.blocks[0]);
  const ValueId y = builder.append(Operation::neg, {called[0]});
  program.blocks.push_back(std::move(builder).finish({{y, {}}}));
  const Literal argument[] = {literal(DType::f32, {2}, {1, 3})};
  std::vector<std::string> done;
  interpret(program, argument, [&](const Block &block, const Instruction &instruction) {
    done.push_back(block.name + " " + std::string(to_string(instruction.operation)));
  });
  EXPECT_THAT(done, ElementsAre("twice add", "main call", "main neg"));
}

TEST(InterpretProgram, AConstraintChangesNothing) {
  EXPECT_EQ(evaluate_one(Operation::constraint, {literal(DType::i32, {2}, {1, 2})},
                         ConstraintAttributes{replicated_sharding(1)}),
            literal(DType::i32, {2}, {1, 2}));
}

TEST(InterpretProgram, WrongArgumentsAreNamed) {
  const Program program{{}, {doubling("twice")}};
  EXPECT_THAT([&] { interpret(program, {}); },
              ThrowsMessage<InputError>("@twice takes 1 argument, and got 0"));
  const Literal wrong[] = {literal(DType::f64, {2}, {1, 2})};
  EXPECT_THAT([&] { interpret(program, wrong); },
              ThrowsMessage<InputError>("argument 0 of @twice (x) is f32[2], and got f64[2]"));
}

TEST(InterpretProgram, WhatIsNotForOneDeviceIsRefused) {
  EXPECT_THAT(
      [] {
        evaluate_one(Operation::all_reduce, {literal(DType::f32, {}, {1})},
                     AllReduceAttributes{{"x"}, ReduceOp::sum});
      },
      ThrowsMessage<InputError>(HasSubstr("all_reduce is for programs of many devices")));
  EXPECT_THAT(
      [] {
        evaluate_one(Operation::grad, {}, GradAttributes{"loss", {}});
      },
      ThrowsMessage<InputError>(HasSubstr("expand_grads")));
}

} // namespace
} // namespace brigade::testing
