#include "brigade/gspmd/local_program.hpp"

#include "brigade/core/error.hpp"
#include "brigade/gspmd/simulate.hpp"
#include "brigade/ir/interpret.hpp"
#include "brigade/ir/parse.hpp"
#include "whole_arrays.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace brigade {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::ThrowsMessage;

/// Partitioned programs without collectives, which one device can run as they stand. Sizes do not
/// divide, and there are more devices along x and y than rows of v.
struct Case {
  const char *name, *values, *steps;
};
void PrintTo(const Case &test, std::ostream *out) { *out << test.name; }

Program program_of(const Case &test) {
  return parse_program(
      fmt::format("mesh {{x: 2, y: 3}} program p({}) {{ {} return r }}", test.values, test.steps));
}

class LocalProgramOf : public testing::TestWithParam<Case> {};

TEST_P(LocalProgramOf, ComputesItsBlock) {
  const Program program = program_of(GetParam());
  const std::vector<Literal> arguments = whole_arguments(program);
  expect_close(simulate(program, arguments).at(0), interpret(program, arguments).at(0));
}

INSTANTIATE_TEST_SUITE_P(
    Operations, LocalProgramOf,
    testing::Values(
        Case{"AConstant", "", "r = const(f32[3, 2], [1, 2, 3, 4, 5, 6]) @ [x, y]"},
        Case{"OneNumber", "", "r = const(f32[3, 2], 7) @ [(y, x), -]"},
        Case{"IotaAcross", "", "r = iota([5, 7], dim=1) @ [x, y]"},
        Case{"IotaOfFloats", "", "r = iota([5, 7], dim=0, type=f32) @ [(x, y), -]"},
        Case{"Random", "", "r = random([5, 7], seed=3, normal=true) @ [y, x]"},
        Case{"RandomWithASeed", "n: i32[]", "r = random(n, [5, 7], seed=3) @ [(y, x), -]"},
        Case{"Elementwise", "a: f32[5, 7] @ [x, y], b: f32[5, 7] @ [x, y]",
             "c = mul(a, b) @ [x, y] r = tanh(c) @ [x, y]"},
        Case{"Convert", "a: i32[5] @ [y]", "r = convert(a, f64) @ [y]"},
        Case{"Broadcast", "a: f32[7] @ [y]", "r = broadcast(a, [5, 7], dims=[1]) @ [x, y]"},
        Case{"BroadcastOfOne", "a: f32[1, 7] @ [-, y]",
             "r = broadcast(a, [5, 7], dims=[0, 1]) @ [x, y]"},
        Case{"ReshapeThatMerges", "a: f32[4, 5] @ [x, -]", "r = reshape(a, [20]) @ [x]"},
        Case{"ReshapeThatSplits", "a: f32[12] @ [y]", "r = reshape(a, [6, 2]) @ [y, -]"},
        Case{"Transpose", "a: f32[5, 7, 2] @ [x, y, -]",
             "r = transpose(a, perm=[2, 0, 1]) @ [-, x, y]"},
        Case{"Slice", "a: f32[5, 7] @ [(x, y), -]",
             "r = slice(a, start=[0, 1], limit=[5, 6], step=[1, 2]) @ [(x, y), -]"},
        Case{"Pad", "a: f32[5, 7] @ [-, y]",
             "r = pad(a, low=[1, 0], high=[2, 0], value=9) @ [-, y]"},
        Case{"Concat", "a: f32[5, 7] @ [-, y], b: f32[2, 7] @ [-, y]",
             "r = concat(a, b, dim=0) @ [-, y]"},
        Case{"Reverse", "a: f32[5, 7] @ [x, -]", "r = reverse(a, dims=[1]) @ [x, -]"},
        Case{"DotAcrossTheContraction", "a: f32[4, 5] @ [x, y], b: f32[5, 7] @ [y, -]",
             "r = dot(a, b) @ [x, -] {unreduced y}"},
        Case{"DotOfABatch", "a: f32[3, 4, 5] @ [x, -, y], b: f32[3, 5, 7] @ [x, y, -]",
             "r = dot(a, b, batch=[0],[0], contract=[2],[1]) @ [x, -, -] {unreduced y}"},
        Case{"Sum", "a: f32[2, 7] @ [y, x]", "r = sum(a, dims=[0]) @ [x] {unreduced y}"},
        Case{"MaxOfEmptyBlocks", "a: f32[2, 7] @ [y, x]",
             "r = max_reduce(a, dims=[0]) @ [x] {unreduced(max) y}"},
        Case{"MinOfEmptyBlocks", "a: i32[2, 7] @ [y, x]",
             "r = min_reduce(a, dims=[0, 1]) @ [] {unreduced(min) x, y}"},
        Case{"Argmax", "a: i32[5, 7] @ [x, -]", "r = argmax(a, dims=[1]) @ [x]"},
        Case{"GatherOfRowsThatAreCut", "a: f32[6, 7] @ [(x, y), -], ids: i32[5]",
             "r = gather(a, ids) @ [-, -] {unreduced x, y}"},
        Case{"GatherByIdsThatAreCut", "a: f32[6, 7] @ [x, -], ids: i32[5] @ [y]",
             "r = gather(a, ids) @ [y, -] {unreduced x}"},
        Case{"ScatterAddToRowsThatAreCut", "ids: i64[5], b: f32[5, 7] @ [-, y]",
             "r = scatter_add(shape=[6, 7], ids, b) @ [x, y]"},
        Case{"ScatterAddOfCutRows", "ids: i64[5] @ [y], b: f32[5, 7] @ [y, -]",
             "r = scatter_add(shape=[6, 7], ids, b) @ [x, -] {unreduced y}"},
        Case{"UpdateRow", "a: f32[7, 2] @ [(x, y), -], v: f32[2], n: i32[]",
             "r = update_row(a, v, n) @ [(x, y), -]"},
        Case{"Barrier", "a: f32[5] @ [x], b: f32[7] @ [y]", "s @ [y], r @ [x] = barrier(b, a)"}),
    [](const auto &test) { return std::string(test.param.name); });

// `u` is unreduced over y in these, and `w` whole.
INSTANTIATE_TEST_SUITE_P(
    PartialResults, LocalProgramOf,
    testing::Values(
        Case{"SumsOfTwo", "a: f32[5, 7] @ [y, x]",
             "u = sum(a, dims=[0]) @ [x] {unreduced y} r = add(u, u) @ [x] {unreduced y}"},
        Case{"AWholeOneIsAddedOnce", "a: f32[5, 7] @ [y, x], w: f32[7] @ [x]",
             "u = sum(a, dims=[0]) @ [x] {unreduced y} r = sub(w, u) @ [x] {unreduced y}"},
        Case{
            "AWholeOneIsPutBehindOnce", "a: f32[5, 7] @ [y, -], w: f32[7]",
            "u = sum(a, dims=[0]) @ [-] {unreduced y} r = concat(u, w, dim=0) @ [-] {unreduced y}"},
        Case{"AWholeRowIsWrittenOnce", "a: f32[5, 7, 2] @ [y, x, -], w: f32[2], n: i32[]",
             "u = sum(a, dims=[0]) @ [x, -] {unreduced y} "
             "r = update_row(u, w, n) @ [x, -] {unreduced y}"},
        Case{"WhatIsChosenFrom", "a: f32[5, 7] @ [y, x], w: f32[7] @ [x], p: bool[7] @ [x]",
             "u = sum(a, dims=[0]) @ [x] {unreduced y} r = select(p, w, u) @ [x] {unreduced y}"},
        Case{"Products", "a: f32[5, 7] @ [y, x], w: f32[7] @ [x]",
             "u = sum(a, dims=[0]) @ [x] {unreduced y} b = mul(w, u) @ [x] {unreduced y} "
             "r = neg(b) @ [x] {unreduced y}"},
        Case{"Negation", "a: f32[5, 7] @ [y, x]",
             "u = max_reduce(a, dims=[0]) @ [x] {unreduced(max) y} "
             "r = neg(u) @ [x] {unreduced(min) y}"},
        Case{"AWholeValueIsOnOneDevice", "a: f32[7] @ [x]", "r = neg(a) @ [x] {unreduced y}"},
        Case{"AConstantIsOnOneDevice", "", "r = const(f32[7], 3) @ [x] {unreduced y}"},
        Case{"AMaximumMayHaveCopies", "a: f32[7] @ [x]", "r = neg(a) @ [x] {unreduced(max) y}"}),
    [](const auto &test) { return std::string(test.param.name); });

/// Programs that no device can run right on its blocks alone.
class LocalProgramRefuses : public testing::TestWithParam<Case> {};

TEST_P(LocalProgramRefuses, WhatNeedsMoreThanItsBlocks) {
  const Program program = program_of(GetParam());
  EXPECT_THROW(simulate(program, whole_arguments(program)), Error);
}

INSTANTIATE_TEST_SUITE_P(
    Operations, LocalProgramRefuses,
    testing::Values(
        Case{"OperandsThatAreCutApart", "a: f32[6] @ [x], b: f32[6] @ [-]", "r = add(a, b) @ [x]"},
        Case{"BlocksOfOneSizeOnOtherDevices", "a: f32[6, 6] @ [x, y], b: f32[6, 6] @ [x, y]",
             "r = dot(a, b) @ [x, y]"},
        Case{"PartialResultsAsWholeOnes", "a: f32[6, 4] @ [x, -]", "r = sum(a, dims=[0]) @ [-]"},
        Case{"ANonlinearOperation", "a: f32[6, 4] @ [x, -]",
             "u = sum(a, dims=[0]) @ [-] {unreduced x} r = relu(u) @ [-] {unreduced x}"},
        Case{"AProductOfTwoPartialResults", "a: f32[6, 4] @ [x, -]",
             "u = sum(a, dims=[0]) @ [-] {unreduced x} r = mul(u, u) @ [-] {unreduced x}"},
        Case{"AnotherReduction", "a: f32[6, 4] @ [x, -]",
             "u = sum(a, dims=[0]) @ [-] {unreduced x} r = neg(u) @ [-] {unreduced(max) x}"},
        Case{"ReversalOfACutDimension", "a: f32[6] @ [x]", "r = reverse(a, dims=[0]) @ [x]"},
        Case{"ArgmaxAcrossACut", "a: f32[6, 4] @ [x, -]", "r = argmax(a, dims=[0]) @ [-]"},
        Case{"ConcatenationAcrossACut", "a: f32[6] @ [x]", "r = concat(a, a, dim=0) @ [x]"},
        Case{"AReshapeOfUnevenBlocks", "a: f32[5, 3] @ [x, -]", "r = reshape(a, [15]) @ [x]"}),
    [](const auto &test) { return std::string(test.param.name); });

TEST(LocalSlices, AreTheBlocksOfTheDevice) {
  const Mesh mesh({{3, 1, 5}, {0, 2, 4}}, {"x", "y"});
  const TensorType type{DType::f32, {7, 5}};
  TensorSharding sharding = replicated_sharding(2);
  sharding.dimensions[0].axes = {"y", "x"};
  sharding.unreduced = {};
  // Device 4 stands at x = 1, y = 2: the last of 6 blocks.
  EXPECT_EQ(local_slices(type, sharding, mesh, 4), (Slices{{5, 7}, {0, 5}}));
  EXPECT_EQ(local_type(type, sharding, mesh, 4), (TensorType{DType::f32, {2, 5}}));
  EXPECT_EQ(local_slices(type, sharding, mesh, 3), (Slices{{0, 1}, {0, 5}}));
}

TEST(Simulate, ChecksItsArguments) {
  const Program program = parse_program("mesh {x: 2} program p(a: f32[4] @ [x]) { return a }");
  EXPECT_THAT([&] { simulate(program, {}); }, ThrowsMessage<InputError>(HasSubstr("takes 1")));
  const std::vector<Literal> wrong{Literal({DType::f32, {5}})};
  EXPECT_THAT([&] { simulate(program, wrong); },
              ThrowsMessage<InputError>(AllOf(HasSubstr("f32[4]"), HasSubstr("f32[5]"))));
  const Program alone = parse_program("program p(a: f32[4]) { return a }");
  EXPECT_THROW(simulate(alone, wrong), InputError);
}

// Three values in a bucket are summed and cut, and gathered again.
TEST(Simulate, TakesEachValueOfABucketByItself) {
  const Program bucket = parse_program(
      "mesh {x: 2, y: 2} program p(a: f32[4, 3] @ [x, -], b: f32[4, 5] @ [x, y]) {"
      " c = sum(a, dims=[0]) @ [-] {unreduced x} d = sum(b, dims=[0]) @ [y] {unreduced x}"
      " e @ [-], f @ [y] = all_reduce(c, d, axes=[x], op=sum)"
      " g @ [x], h @ [(y, x)] = reduce_scatter(c, d, axes=[x], dim=0, op=sum)"
      " i @ [-], j @ [y] = all_gather(g, h, axes=[x], dim=0)"
      " return e, f, g, h, i, j }");
  const Program alone = parse_program("program p(a: f32[4, 3], b: f32[4, 5]) {"
                                      " c = sum(a, dims=[0]) d = sum(b, dims=[0])"
                                      " return c, d, c, d, c, d }");
  const std::vector<Literal> arguments = whole_arguments(alone);
  const std::vector<Literal> got = simulate(bucket, arguments),
                             expected = interpret(alone, arguments);
  ASSERT_EQ(got.size(), expected.size());
  for (std::size_t i = 0; i < got.size(); ++i)
    expect_close(got[i], expected[i]);
}

TEST(Simulate, NoticesCopiesThatDiffer) {
  // What is gathered over x alone is not the whole of [(y, x)].
  const Program gathered = parse_program("mesh {x: 2, y: 2} program p(a: f32[4] @ [(y, x)]) "
                                         "{ r = all_gather(a, axes=[x], dim=0) @ [-] return r }");
  EXPECT_THROW(simulate(gathered, whole_arguments(gathered)), Error);
  // A permute of one element each: shapes fit, and nobody holds what is wanted.
  const Program permuted = parse_program("mesh {x: 2, y: 2} program p(a: f32[4] @ [(x, y)]) "
                                         "{ r = permute(a, axes=[x]) @ [(y, x)] return r }");
  EXPECT_THROW(simulate(permuted, whole_arguments(permuted)), Error);
  // Partial sums are not copies.
  const Program reduced = parse_program(
      "mesh {x: 2, y: 2} program p(a: f32[4, 3] @ [(x, y), -]) "
      "{ b = sum(a, dims=[0]) @ [-] {unreduced x, y} r = all_reduce(b, axes=[x], op=sum) @ [-] "
      "return r }");
  EXPECT_THAT([&] { simulate(reduced, whole_arguments(reduced)); },
              ThrowsMessage<Error>(HasSubstr("do not agree on the block [0:3]")));
}

} // namespace
} // namespace brigade
