#include "brigade/gspmd/reshard.hpp"

#include "brigade/core/error.hpp"
#include "brigade/gspmd/simulate.hpp"
#include "brigade/ir/block_builder.hpp"
#include "brigade/ir/interpret.hpp"
#include "brigade/ir/verify.hpp"
#include "gspmd/all_layouts.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <random>

namespace brigade {
namespace {

// Every reshard of every layout, where a mesh has more than these, is run with
// BRIGADE_ALL_RESHARDS=1; else these, chosen by a fixed seed.
constexpr std::size_t kSample = 3000;

struct Case {
  Shape shape;
  Layout from, to;
};

Operation reduction_of(ReduceOp op) {
  return op == ReduceOp::sum   ? Operation::sum
         : op == ReduceOp::max ? Operation::max_reduce
                               : Operation::min_reduce;
}

/// A value that lies as `from`, brought to `to`. It is the reduction of a parameter along its first
/// dimension, which the axes cut over which it is unreduced: 5 rows, so that some of 8 devices have
/// none to reduce.
Program reshard_program(const Mesh &mesh, const Case &each) {
  BlockBuilder builder("main");
  TensorType type{DType::f32, each.shape};
  type.shape.insert(type.shape.begin(), 5);
  Layout rows{each.from.dimensions, {}, ReduceOp::sum};
  rows.dimensions.insert(rows.dimensions.begin(), axis_list(each.from.unreduced));
  const ValueId parameter = builder.parameter(type, "a", sharding_of(rows, mesh));
  ValueId value =
      builder.append(reduction_of(each.from.reduction), {parameter}, DimensionsAttributes{{0}});
  builder.annotate(value, sharding_of(each.from, mesh));
  for (const ReshardStep &step :
       plan_reshard(builder.type(value), each.from, each.to, mesh, uniform_profile()).steps) {
    value = builder.append(step.operation, {value}, step.attributes);
    builder.annotate(value, sharding_of(step.layout, mesh));
  }
  return {mesh, {std::move(builder).finish({{value, {}}})}};
}

std::string describe(const Case &each, const Mesh &mesh, const Program &program) {
  std::string text = to_string(TensorType{DType::f32, each.shape}) + " " +
                     to_string(sharding_of(each.from, mesh)) + " -> " +
                     to_string(sharding_of(each.to, mesh)) + ":";
  for (const Instruction &instruction : program.main().instructions)
    text += " " + std::string(to_string(instruction.operation)) +
            to_string(*program.main().value(instruction.results[0]).sharding);
  return text;
}

void expect_right(const Case &each, const Mesh &mesh) {
  const Program program = reshard_program(mesh, each);
  verify(program);
  // Whole numbers, none zero, with sums that are exact.
  const TensorType type = program.main().type(program.main().parameters[0]);
  std::vector<double> numbers(static_cast<std::size_t>(type.size()));
  for (std::size_t i = 0; i < numbers.size(); ++i)
    numbers[i] = static_cast<double>(i * 7919 % 2003) - 1001.5;
  const std::vector<Literal> arguments{numbers.empty() ? Literal(type)
                                                       : Literal::from_numbers(type, numbers)};
  Program plain = program;
  plain.main().instructions.resize(1);
  plain.main().results = {{plain.main().instructions[0].results[0], {}}};
  try {
    ASSERT_EQ(simulate(program, arguments), interpret(plain, arguments))
        << describe(each, mesh, program);
  } catch (const Error &error) {
    FAIL() << error.what() << "\n" << describe(each, mesh, program);
  }
  const std::vector<Instruction> &instructions = program.main().instructions;
  if (instructions.size() > 1) {
    EXPECT_EQ(program.main().value(instructions.back().results[0]).sharding,
              sharding_of(each.to, mesh));
  }
}

std::vector<Shape> shapes_of_rank(std::size_t rank) {
  switch (rank) {
  case 0:
    return {{}};
  case 1:
    return {{8}, {7}, {3}, {1}, {0}};
  case 2:
    return {{8, 4}, {5, 7}, {2, 1}, {9, 0}};
  default:
    return {{4, 2, 8}, {3, 5, 2}, {1, 7, 3}};
  }
}

std::vector<Case> all_cases(const Mesh &mesh) {
  std::vector<Case> cases;
  for (std::size_t rank = 0; rank <= 3; ++rank)
    for (const Shape &shape : shapes_of_rank(rank)) {
      for (const ReduceOp reduction : {ReduceOp::sum, ReduceOp::max, ReduceOp::min})
        for (const Layout &from : all_layouts(rank, mesh, reduction)) {
          if (from.unreduced.empty() && reduction != ReduceOp::sum)
            continue;
          for (const Layout &to : all_layouts(rank, mesh, reduction))
            if (from.unreduced.includes(to.unreduced))
              cases.push_back({shape, from, to});
        }
    }
  return cases;
}

class AllReshards : public testing::TestWithParam<Shape> {};

TEST_P(AllReshards, BringEveryLayoutToEveryOther) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < GetParam().size(); ++i)
    names.push_back(std::string(1, static_cast<char>('x' + i)));
  const Mesh mesh(create_device_mesh(GetParam()), names);
  std::vector<Case> cases = all_cases(mesh);
  const std::size_t all = cases.size();
  if (!std::getenv("BRIGADE_ALL_RESHARDS") && all > kSample) {
    std::mt19937 random(2026);
    std::ranges::shuffle(cases, random);
    cases.resize(kSample);
  }
  fmt::print("{} of {} reshards\n", cases.size(), all);
  for (const Case &each : cases) {
    expect_right(each, mesh);
    if (HasFatalFailure())
      return;
  }
}

INSTANTIATE_TEST_SUITE_P(Meshes, AllReshards,
                         testing::Values(Shape{2}, Shape{4}, Shape{2, 2}, Shape{2, 3},
                                         Shape{2, 2, 2}, Shape{1, 4}));

TEST(AllReshardsOnDevicesOutOfOrder, GoByPositionsNotByIds) {
  const Mesh mesh(DeviceGrid({2, 2, 2}, {5, 0, 3, 6, 1, 7, 2, 4}), {"x", "y", "z"});
  std::vector<Case> cases = all_cases(mesh);
  std::mt19937 random(3);
  std::ranges::shuffle(cases, random);
  cases.resize(200);
  for (const Case &each : cases)
    expect_right(each, mesh);
}

} // namespace
} // namespace brigade
