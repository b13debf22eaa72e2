#include "conformance.hpp"

#include "brigade/core/error.hpp"
#include "brigade/gspmd/propagate.hpp"
#include "brigade/gspmd/simulate.hpp"
#include "brigade/ir/parse.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <string>
#include <vector>

// Reductions, elementwise and shape operations, and what a user redistributes: what is moved, and
// that the values are right. Facts taken from the tests of PyTorch's DTensor (redistribute,
// pointwise, matrix and math operations), Shardy (insert_explicit_reshards, basic propagation), JAX
// (reductions in explicit mode) and XLA's partitioner (broadcasts, iota).
namespace brigade {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::ThrowsMessage;

const char *const kMesh = "{x: 4, y: 2}";

std::string program(const std::string &mesh, const std::string &parameters,
                    const std::string &body) {
  return fmt::format("mesh {} program p({}) {{ {} }}", mesh, parameters, body);
}

class ShapeMoves : public ::testing::TestWithParam<Exact> {};

TEST_P(ShapeMoves, ExactlyThis) { EXPECT_EQ(moves(planned(GetParam().program)), GetParam().moves); }
TEST_P(ShapeMoves, AndIsRight) { expect_right_values(GetParam().program); }

INSTANTIATE_TEST_SUITE_P(
    Redistribute, ShapeMoves,
    ::testing::Values(
        Exact{"row55_divides",
              program("{x: 4}", "a: f32[12, 5] @ [x, -]", "return a @ [-, -]"),
              {"all_gather x"}},
        Exact{"row55_13",
              program("{x: 4}", "a: f32[13, 5] @ [x, -]", "return a @ [-, -]"),
              {"all_gather x"}},
        Exact{"row55_14_dim1",
              program("{x: 4}", "a: f32[5, 14] @ [-, x]", "return a @ [-, -]"),
              {"all_gather x"}},
        Exact{
            "row56_divides", program("{x: 4}", "a: f32[12, 5] @ [-, -]", "return a @ [x, -]"), {}},
        Exact{"row56_13", program("{x: 4}", "a: f32[13, 5] @ [-, -]", "return a @ [x, -]"), {}},
        Exact{
            "row56_14_dim1", program("{x: 4}", "a: f32[5, 14] @ [-, -]", "return a @ [-, x]"), {}},
        Exact{"row56a",
              program("{x: 4}", "a: f32[8, 5] @ [x, -]", "s = sum(a, dims=[0]) return s @ [-]"),
              {"all_reduce x"}},
        Exact{"row56f_shard_to_shard",
              program("{x: 4, y: 1}", "a: f32[8, 5] @ [x, y]", "return a @ [(x, y), -]"),
              {}},
        Exact{"row56f_shard_to_replicate",
              program("{x: 4, y: 1}", "a: f32[8, 5] @ [y, -]", "return a @ [-, -]"),
              {}},
        Exact{"row56f_partial_to_replicate",
              program("{x: 4, y: 1}", "a: f32[8, 5] @ [y, -]", "return sum(a, dims=[0]) @ [-]"),
              {}},
        Exact{"row56f_replicate_to_shard",
              program("{x: 4, y: 1}", "a: f32[8, 5] @ [x, -]", "return a @ [x, y]"),
              {}}),
    [](const auto &test) { return std::string(test.param.name); });

TEST(RedistributeConformance, Row56cWholeValuesDoNotBecomePartial) {
  for (const char *body :
       {"b = neg(a) return b @ [-] {unreduced x}", "return a @ [-] {unreduced x}"}) {
    const std::string text = program("{x: 4}", "a: f32[8] @ [-]", body);
    EXPECT_THAT([&] { (void)planned(text); }, ThrowsMessage<InputError>(HasSubstr("unreduced")));
    EXPECT_THAT([&] { (void)planned_by_choice(text); },
                ThrowsMessage<InputError>(HasSubstr("unreduced")));
  }
}

TEST(RedistributeConformance, Row56gBlocksOfSeveralAxesNest) {
  for (const char *shape : {"[10, 5]", "[9, 5]", "[3, 5]", "[1, 3]"})
    for (const char *from : {"[(x, y), -]", "[x, y]", "[(y, x), -]"})
      expect_right_values(
          program("{x: 2, y: 2}", fmt::format("a: f32{} @ {}", shape, from), "return a @ [-, -]"));
}

std::string reduced(const char *operation, const char *from, const char *dims, const char *to) {
  return program(kMesh, fmt::format("a: f32[8, 6] @ {}", from),
                 fmt::format("s = {}(a, dims={}) return s @ {}", operation, dims, to));
}

INSTANTIATE_TEST_SUITE_P(
    Reductions, ShapeMoves,
    ::testing::Values(
        Exact{"row63_sum_of_all", reduced("sum", "[x, y]", "[0, 1]", "[]"), {"all_reduce x,y"}},
        Exact{"row63_sum_of_rows", reduced("sum", "[x, y]", "[0]", "[y]"), {"all_reduce x"}},
        Exact{"row63_sum_of_columns", reduced("sum", "[x, y]", "[1]", "[x]"), {"all_reduce y"}},
        Exact{"row63_sum_over_two_axes",
              reduced("sum", "[(x, y), -]", "[0]", "[-]"),
              {"all_reduce x,y"}},
        Exact{"row63_sum_along_whole", reduced("sum", "[(x, y), -]", "[1]", "[(x, y)]"), {}},
        Exact{"row63_max_of_all",
              reduced("max_reduce", "[x, y]", "[0, 1]", "[]"),
              {"all_reduce x,y"}},
        Exact{"row63_max_of_rows", reduced("max_reduce", "[x, y]", "[0]", "[y]"), {"all_reduce x"}},
        Exact{"row63_max_along_whole", reduced("max_reduce", "[(x, y), -]", "[1]", "[(x, y)]"), {}},
        Exact{"row64",
              program("{x: 4, y: 2}", "a: f32[2, 64, 13] @ [y, -, -]",
                      "s = sum(a, dims=[1]) return s @ [y, -]"),
              {}},
        Exact{"row65",
              program("{x: 4, y: 2}", "a: f32[2, 64, 13] @ [-, x, -]",
                      "s = sum(a, dims=[1]) return s @ [-, -]"),
              {"all_reduce x"}},
        Exact{"row65_both",
              program("{x: 4, y: 2}", "a: f32[2, 64, 13] @ [y, x, -]",
                      "s = sum(a, dims=[0, 1]) return s @ [-]"),
              {"all_reduce x,y"}},
        Exact{"row68",
              program("{x: 4, y: 2}", "a: f32[2, 64, 13] @ [y, x, -]",
                      "s = sum(a, dims=[0, 1]) return s @ [-] {unreduced x}"),
              {"all_reduce y"}},
        Exact{"row73",
              program(kMesh, "a: f32[8, 6, 5] @ [x, -, -]",
                      "s = sum(a, dims=[0]) t = transpose(s, perm=[1, 0]) "
                      "return t @ [-, -] {unreduced x}"),
              {}},
        Exact{"row74_by_a_scalar",
              program(kMesh, "a: f32[8, 6] @ [x, -], b: f32[]",
                      "s = sum(a, dims=[0]) t = mul(s, broadcast(b, [6])) "
                      "return t @ [-] {unreduced x}"),
              {}},
        Exact{"row74_by_a_replicated_value",
              program(kMesh, "a: f32[8, 6] @ [x, -], b: f32[6] @ [-]",
                      "s = sum(a, dims=[0]) t = mul(s, b) return t @ [-] {unreduced x}"),
              {}},
        Exact{"row74_larger_of_two_maxima",
              program(kMesh, "a: f32[8, 6] @ [x, -], b: f32[8, 6] @ [x, -]",
                      "s = max_reduce(a, dims=[0]) t = max_reduce(b, dims=[0]) u = max(s, t) "
                      "return u @ [-] {unreduced(max) x}"),
              {}}),
    [](const auto &test) { return std::string(test.param.name); });

TEST(ReductionConformance, Row74WhatIsNotLinearNeedsWholeOperands) {
  const auto partial = [](const char *rest) {
    return program(kMesh, "a: f32[8, 6] @ [x, -], b: f32[8, 6] @ [x, -], c: f32[6] @ [-]",
                   fmt::format("s = sum(a, dims=[0]) {}", rest));
  };
  for (const char *refused :
       {"u = relu(s) return u @ [-] {unreduced x}",
        "m = max_reduce(b, dims=[0]) u = mul(m, c) return u @ [-] {unreduced(max) x}",
        "u = exp(s) return u @ [-] {unreduced x}"})
    EXPECT_THROW((void)planned(partial(refused)), InputError) << refused;
  // One of two factors has to be whole, and is enough.
  const std::string product =
      partial("t = sum(b, dims=[0]) u = mul(s, t) return u @ [-] {unreduced x}");
  EXPECT_EQ(moves(planned(product)), std::vector<std::string>{"all_reduce x"});
  expect_right_values(product);
}

INSTANTIATE_TEST_SUITE_P(
    Shapes, ShapeMoves,
    ::testing::Values(
        Exact{"row70_one_whole",
              program(kMesh, "a: f32[8, 6] @ [x, -], b: f32[8, 6] @ [-, -]",
                      "return add(a, b) @ [x, -]"),
              {}},
        Exact{"row72",
              program(kMesh, "a: f32[16, 32, 8, 10] @ [-, x, y, -]",
                      "t = transpose(a, perm=[3, 1, 0, 2]) return t @ [-, x, -, y]"),
              {}},
        Exact{"row78_major",
              program(kMesh, "a: f32[4, 8] @ [x, -]", "return reshape(a, [32]) @ [x]"),
              {}},
        Exact{"row78_both",
              program(kMesh, "a: f32[4, 8] @ [x, y]", "return reshape(a, [32]) @ [(x, y)]"),
              {}},
        Exact{"row78_part_of_major",
              program(kMesh, "a: f32[4, 8] @ [y, -]", "return reshape(a, [32]) @ [y]"),
              {}},
        Exact{"row81_split",
              program("{a: 2, b: 2}", "v: f32[8] @ [(b, a)]", "return reshape(v, [2, 4]) @ [b, a]"),
              {}},
        Exact{"row81_split_major_takes_all",
              program("{a: 2, b: 2}", "v: f32[16] @ [(b, a)]",
                      "return reshape(v, [4, 4]) @ [(b, a), -]"),
              {}},
        Exact{"row81_split_and_merge",
              program("{a: 4, b: 2, c: 2}", "v: f32[8, 4] @ [(c, a), b]",
                      "return reshape(v, [2, 16]) @ [c, (a, b)]"),
              {}},
        Exact{"sizes_that_part_below_the_cut",
              program("{x: 2}", "a: f32[6, 10] @ [x, -]", "return reshape(a, [10, 6]) @ [x, -]"),
              {}},
        Exact{"row83_new",
              program("{x: 2}", "a: f32[4, 3] @ [-, -]",
                      "return broadcast(a, [3, 4, 3], dims=[1, 2]) @ [x, -, -]"),
              {}},
        Exact{"row83_old",
              program("{x: 2}", "a: f32[4, 3] @ [-, -]",
                      "return broadcast(a, [3, 4, 3], dims=[1, 2]) @ [-, x, -]"),
              {}},
        Exact{"row83_both",
              program("{x: 2, y: 2}", "a: f32[4, 3] @ [-, -]",
                      "return broadcast(a, [3, 4, 3], dims=[1, 2]) @ [x, y, -]"),
              {}},
        Exact{"row88_other_dimension",
              program("{x: 2}", "", "return iota([16, 80, 91], dim=1) @ [-, -, x]"),
              {}},
        Exact{"row88_counted_dimension",
              program("{x: 2}", "", "return iota([16, 80, 91], dim=2) @ [-, -, x]"),
              {}},
        Exact{"row93_rows_are_summed",
              program(kMesh, "t: f32[8, 6] @ [x, -], i: i32[5] @ [-]",
                      "return gather(t, i) @ [-, -]"),
              {"all_reduce x"}},
        Exact{"row93_the_rest_passes",
              program(kMesh, "t: f32[8, 6] @ [-, y], i: i32[5] @ [x]",
                      "return gather(t, i) @ [x, y]"),
              {}}),
    [](const auto &test) { return std::string(test.param.name); });

TEST(ShapeConformance, Row81AnAxisThatCutsAcrossASplitGoesNowhere) {
  const Program propagated = propagate(
      parse_program(program("{a: 3}", "v: f32[8] @ [a]", "w = reshape(v, [2, 4]) return w")));
  const Block &block = propagated.main();
  EXPECT_EQ(to_string(*block.value(block.results[0].value).sharding), "[-, -]");
}

// At its full size, which takes long to run.
TEST(ShapeConformance, Row72TransposesWhatIsLarge) {
  EXPECT_THAT(
      moves(planned(program(kMesh, "a: f32[256, 32, 64, 100] @ [-, x, y, -]",
                            "t = transpose(a, perm=[3, 1, 0, 2]) return t @ [-, x, -, y]"))),
      IsEmpty());
}

TEST(ShapeConformance, Row84GathersBeforeItGrows) {
  const std::string text =
      program(kMesh, "a: f32[2, 3, 5] @ [y, -, -]",
              "b = broadcast(a, [2, 3, 5, 1, 7], dims=[0, 1, 2]) @ [-, -, -, -, -] return b");
  const Program partitioned = planned(text);
  ASSERT_EQ(moves(partitioned), std::vector<std::string>{"all_gather y"});
  EXPECT_EQ(partitioned.main().instructions.front().operation, Operation::all_gather);
  expect_right_values(text);
}

class ShapeCost : public ::testing::TestWithParam<AtMost> {};

TEST_P(ShapeCost, IsAtMostThatOfTheReference) {
  expect_at_most(GetParam().program, GetParam().reference);
}
TEST_P(ShapeCost, AndIsRight) { expect_right_values(GetParam().program); }

const std::string kCrossEntropy =
    "m = max_reduce(l, dims=[1]) d = sub(l, broadcast(m, [8, 16], dims=[0])) "
    "s = log(sum(exp(d), dims=[1])) p = sub(d, broadcast(s, [8, 16], dims=[0])) "
    "h = eq(iota([8, 16], dim=1), broadcast(t, [8, 16], dims=[0])) "
    "n = neg(sum(select(h, p, const(f32[8, 16], 0)), dims=[1])) return n @ [-] ";
const std::string kLayerNorm =
    "m = mul(sum(a, dims=[1]), const(f32[20], 0.1)) d = sub(a, broadcast(m, [20, 10], dims=[0])) "
    "v = mul(sum(mul(d, d), dims=[1]), const(f32[20], 0.1)) "
    "r = rsqrt(add(v, const(f32[20], 0.001))) "
    "n = mul(d, broadcast(r, [20, 10], dims=[0])) return n ";

INSTANTIATE_TEST_SUITE_P(
    References, ShapeCost,
    ::testing::Values(
        AtMost{"row69_more_at_the_end",
               program(kMesh, "a: f32[64, 32] @ [-, -]", "b = neg(a) return b @ [x, -]"),
               program(kMesh, "a: f32[64, 32] @ [-, -]",
                       "k = constraint(a) @ [x, -] b = neg(k) return b @ [x, -]")},
        AtMost{"row69_more_at_the_start",
               program(kMesh, "a: f32[64, 32] @ [x, -]", "b = neg(a) return b @ [y, -]"),
               program(kMesh, "a: f32[64, 32] @ [x, -]",
                       "b = neg(a) k = constraint(b) @ [x, -] return k @ [y, -]")},
        AtMost{"row69_fewer_at_the_start",
               program(kMesh, "a: f32[64, 32] @ [y, -]", "b = neg(a) return b @ [x, -]"),
               program(kMesh, "a: f32[64, 32] @ [y, -]",
                       "k = constraint(a) @ [x, -] b = neg(k) return b @ [x, -]")},
        AtMost{"row70_gathers_once",
               program(kMesh, "a: f32[64, 32] @ [x, -], b: f32[64, 32] @ [x, -]",
                       "return add(a, b) @ [-, -]"),
               program(kMesh, "a: f32[64, 32] @ [x, -], b: f32[64, 32] @ [x, -]",
                       "c = add(a, b) k = constraint(c) @ [x, -] return k @ [-, -]")},
        AtMost{"row79_gathers_the_minor_dimension",
               program(kMesh, "a: f32[4, 8] @ [y, x]", "return reshape(a, [32]) @ [y]"),
               program(kMesh, "a: f32[4, 8] @ [y, x]",
                       "k = constraint(a) @ [y, -] return reshape(k, [32]) @ [y]")},
        AtMost{"row79_moves_to_the_major_dimension",
               program(kMesh, "a: f32[4, 8] @ [-, x]", "return reshape(a, [32]) @ [x]"),
               program(kMesh, "a: f32[4, 8] @ [-, x]",
                       "k = constraint(a) @ [x, -] return reshape(k, [32]) @ [x]")},
        AtMost{"row85",
               program(kMesh, "a: f32[4, 32, 256] @ [-, -, x], b: f32[4, 48, 256] @ [-, -, y]",
                       "return concat(a, b, dim=1) @ [-, -, -]"),
               program(kMesh, "a: f32[4, 32, 256] @ [-, -, x], b: f32[4, 48, 256] @ [-, -, y]",
                       "k = constraint(a) @ [-, -, y] c = concat(k, b, dim=1) "
                       "m = constraint(c) @ [-, -, y] return m @ [-, -, -]")},
        AtMost{"row93_gathers_the_operand",
               program("{x: 4}", "t: f32[8, 6] @ [x, -], i: i32[64] @ [x]",
                       "return gather(t, i) @ [x, -]"),
               program("{x: 4}", "t: f32[8, 6] @ [x, -], i: i32[64] @ [x]",
                       "k = constraint(t) @ [-, -] return gather(k, i) @ [x, -]")}),
    [](const auto &test) { return std::string(test.param.name); });

TEST(ShapeConformance, Row90And91NothingMovesAlongTheBatch) {
  const std::string cross_entropy =
      program("{x: 4}", "l: f32[8, 16] @ [x, -], t: i32[8] @ [x]",
              kCrossEntropy.substr(0, kCrossEntropy.find("@ [-]")) + "@ [x]");
  EXPECT_THAT(moves(planned(cross_entropy)), IsEmpty());
  expect_right_values(cross_entropy);
  const std::string layer_norm =
      program("{x: 4}", "a: f32[20, 10] @ [x, -]", kLayerNorm + "@ [x, -]");
  EXPECT_THAT(moves(planned(layer_norm)), IsEmpty());
  expect_right_values(layer_norm);
}

// The loss of each row stays where it is, and a sum of all of them may be left as partial sums.
TEST(ShapeConformance, Row90TheSumAlongTheBatchMayStayPartial) {
  const std::string each = kCrossEntropy.substr(0, kCrossEntropy.find("return"));
  const std::string text = program("{x: 4}", "l: f32[8, 16] @ [x, -], t: i32[8] @ [x]",
                                   each + "return sum(n, dims=[0]) @ [] {unreduced x}");
  EXPECT_THAT(moves(planned(text)), IsEmpty());
  expect_right_values(text);
}

// Each sum along what is cut needs the one before it: the largest logit, then the sum of exp; and
// only one device has the logit of the label. Of a layer norm, the variance needs the mean.
TEST(ShapeConformance, Row90And91ReduceEachSumWithoutTheChoice) {
  const std::vector<std::string> two(2, "all_reduce x"), three(3, "all_reduce x");
  EXPECT_EQ(
      moves(planned(program("{x: 4}", "l: f32[8, 16] @ [-, x], t: i32[8] @ [-]", kCrossEntropy))),
      three);
  EXPECT_EQ(moves(planned(program("{x: 4}", "a: f32[20, 10] @ [-, x]", kLayerNorm + "@ [-, x]"))),
            two);
}

// One gather of a small array, in place of three reductions that wait for each other.
TEST(ShapeConformance, Row90GathersTheClassesOnce) {
  const std::string text =
      program("{x: 4}", "l: f32[8, 16] @ [-, x], t: i32[8] @ [-]", kCrossEntropy);
  EXPECT_EQ(moves(planned_by_choice(text)), std::vector<std::string>{"all_gather x"});
  EXPECT_EQ(moves(planned_by_choice(text, CleanUpPasses())),
            std::vector<std::string>{"all_gather x"});
  expect_right_values(text);
}

TEST(ShapeConformance, Row91GathersWhatIsNormalisedOnce) {
  const std::string layer_norm = "m = mul(sum(a, dims=[1, 2]), const(f32[20], 0.02)) "
                                 "d = sub(a, broadcast(m, [20, 5, 10], dims=[0])) "
                                 "v = mul(sum(mul(d, d), dims=[1, 2]), const(f32[20], 0.02)) "
                                 "r = rsqrt(add(v, const(f32[20], 0.001))) "
                                 "n = mul(d, broadcast(r, [20, 5, 10], dims=[0])) return n";
  for (const char *lies : {"[-, x, -]", "[-, -, x]"}) {
    const std::string text =
        program("{x: 4}", fmt::format("a: f32[20, 5, 10] @ {}", lies), layer_norm);
    for (const CleanUpPasses &cleanup : {CleanUpPasses::none(), CleanUpPasses()})
      EXPECT_EQ(moves(planned_by_choice(text, cleanup)), std::vector<std::string>{"all_gather x"})
          << lies;
    expect_right_values(text);
  }
  const std::string along = program("{x: 4}", "a: f32[20, 5, 10] @ [x, -, -]", layer_norm);
  EXPECT_THAT(moves(planned_by_choice(along)), IsEmpty());
}

// A sum of much is reduced, whatever its latency.
TEST(ShapeConformance, LargeSumsAreReduced) {
  const std::string text =
      program("{x: 4}", "a: f32[20, 500000] @ [-, x]", "b = sum(exp(a), dims=[1]) return b @ [-]");
  EXPECT_EQ(moves(planned_by_choice(text)), std::vector<std::string>{"all_reduce x"});
}

/// A product whose gradients lie as its operands do.
std::string product_backwards(const std::string &a, const std::string &b,
                              const std::string &operands, const std::string &dimensions,
                              const std::string &summed) {
  const std::string types = fmt::format(fmt::runtime(operands), "", "");
  const std::string given = fmt::format(fmt::runtime(operands), " @ " + a, " @ " + b);
  return fmt::format("mesh {{x: 4}} block loss({}) {{ c = dot(a, b{})"
                     " return sum(mul(c, c), dims={}) }} program p({}) {{"
                     " da, db = grad(@loss, a, b, wrt=[0, 1]) return da @ {}, db @ {} }}",
                     types, dimensions, summed, given, a, b);
}

TEST(ProductConformance, Row76ComesOutRightFromAllPlacements) {
  const std::vector<std::string> placements{"[x, -]", "[-, x]", "[-, -]"};
  for (const std::string &a : placements)
    for (const std::string &b : placements)
      expect_right_values(program("{x: 4}", "a: f32[4, 6] @ " + a + ", b: f32[6, 4] @ " + b,
                                  "return dot(a, b) @ [-, -]"));
  for (const std::string &a : placements)
    for (const std::string &b : placements)
      expect_right_values(product_backwards(a, b, "a: f32[4, 6]{}, b: f32[6, 4]{}", "", "[0, 1]"));
  const std::vector<std::string> of_batches{"[x, -, -]", "[-, x, -]", "[-, -, x]", "[-, -, -]"};
  for (const std::string &a : of_batches)
    for (const std::string &b : of_batches)
      expect_right_values(program("{x: 4}", "a: f32[4, 8, 4] @ " + a + ", b: f32[4, 4, 8] @ " + b,
                                  "return dot(a, b, batch=[0],[0], contract=[2],[1]) @ [-, -, -]"));
  for (const std::string &a : of_batches)
    for (const std::string &b : of_batches)
      expect_right_values(product_backwards(a, b, "a: f32[4, 8, 4]{}, b: f32[4, 4, 8]{}",
                                            ", batch=[0],[0], contract=[2],[1]", "[0, 1, 2]"));
}

} // namespace
} // namespace brigade
