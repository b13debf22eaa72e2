#include "brigade/ir/remove_dead.hpp"

#include "brigade/ir/block_builder.hpp"
#include "brigade/ir/verify.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace brigade {
namespace {

const TensorType kType{DType::f32, {2}};

TEST(RemoveDead, KeepsWhatAResultComesFromAndAllParameters) {
  BlockBuilder builder("main");
  const ValueId x = builder.parameter(kType, "x");
  builder.parameter(kType, "unused");
  const ValueId dead = builder.append(Operation::exp, {x});
  builder.append(Operation::neg, {dead});
  const ValueId kept = builder.append(Operation::tanh, {x});
  builder.name(kept, "kept");
  const auto both = builder.append_all(Operation::barrier, {kept, x});
  const Block block = remove_dead(std::move(builder).finish({{both[1], {}}}));
  ASSERT_EQ(block.instructions.size(), 2U);
  EXPECT_EQ(block.instructions[0].operation, Operation::tanh);
  EXPECT_EQ(block.value(block.instructions[0].results[0]).name, "kept");
  EXPECT_EQ(block.instructions[1].operation, Operation::barrier);
  EXPECT_EQ(block.parameters.size(), 2U);
  EXPECT_EQ(block.values.size(), 5U);
  verify({{}, {block}});
}

TEST(RemoveDead, KeepsBlocksThatTheProgramComesTo) {
  const auto calling = [](const std::string &name, const Block *callee) {
    BlockBuilder builder(name);
    const ValueId x = builder.parameter(kType, "x");
    const ValueId y = callee ? builder.append_all(Operation::call, {x},
                                                  CallAttributes{callee->name}, {}, callee)[0]
                             : builder.append(Operation::neg, {x});
    return std::move(builder).finish({{y, {}}});
  };
  Program program;
  program.blocks.push_back(calling("deep", nullptr));
  program.blocks.push_back(calling("unused", &program.blocks[0]));
  program.blocks.push_back(calling("used", &program.blocks[0]));
  program.blocks.push_back(calling("main", &program.blocks[2]));
  const Program alive = remove_dead(program);
  ASSERT_EQ(alive.blocks.size(), 3U);
  EXPECT_EQ(alive.blocks[0].name, "deep");
  EXPECT_EQ(alive.blocks[1].name, "used");
  EXPECT_EQ(alive.main().name, "main");
  verify(alive);
}

TEST(BlockBuilder, AnAliasIsItsValueInTheEnd) {
  BlockBuilder builder("main");
  const ValueId x = builder.parameter(kType, "x");
  const ValueId alias = builder.alias(x), other = builder.alias(alias);
  EXPECT_EQ(builder.original(other), alias);
  EXPECT_EQ(builder.original(x), std::nullopt);
  const ValueId y = builder.append(Operation::add, {other, x});
  const Block block = std::move(builder).finish({{y, {}}, {alias, {}}});
  EXPECT_EQ(block.values.size(), 2U);
  EXPECT_EQ(block.instructions[0].operands, (std::vector<ValueId>{{0}, {0}}));
  EXPECT_EQ(block.results[1].value, ValueId{0});
  verify({{}, {block}});
}

} // namespace
} // namespace brigade
