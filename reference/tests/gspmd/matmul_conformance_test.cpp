#include "conformance.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

// Products of two matrices under shardings that operands and result are given: what is moved, and
// that the values are right. Facts taken from Shardy's tests of dot (dot_compatible_*,
// dot_incompatible_*) and XLA's of its partitioner (EinsumBatchPartitioned,
// DotOutputFeaturePartitioned).
namespace brigade {
namespace {

std::string matmul(const std::string &mesh, const std::string &a, const std::string &b,
                   const std::string &c) {
  return fmt::format("mesh {} program p(a: {}, b: {}) {{ c = dot(a, b) return c @ {} }}", mesh, a,
                     b, c);
}

class MatmulMoves : public testing::TestWithParam<Exact> {};

TEST_P(MatmulMoves, ExactlyThis) {
  EXPECT_EQ(moves(planned(GetParam().program)), GetParam().moves);
}
TEST_P(MatmulMoves, AndIsRight) { expect_right_values(GetParam().program); }

const char *const kMesh = "{x: 4, y: 2}";

INSTANTIATE_TEST_SUITE_P(
    Conformance, MatmulMoves,
    testing::Values(
        Exact{"row1", matmul(kMesh, "f32[8, 32] @ [x, -]", "f32[32, 16] @ [-, y]", "[x, y]"), {}},
        Exact{"row2",
              matmul(kMesh, "f32[8, 32] @ [x, y]", "f32[32, 16] @ [y, -]", "[x, -]"),
              {"all_reduce y"}},
        Exact{"row4",
              matmul(kMesh, "f32[8, 32] @ [x, y]", "f32[32, 16] @ [y, -]", "[(x, y), -]"),
              {"reduce_scatter y"}},
        Exact{"row7",
              matmul(kMesh, "f32[8, 32] @ [-, y]", "f32[32, 16] @ [y, x]", "[-, x]"),
              {"all_reduce y"}},
        Exact{"row8",
              matmul(kMesh, "f32[8, 32] @ [-, y]", "f32[32, 16] @ [y, -]", "[-, -]"),
              {"all_reduce y"}},
        Exact{"row9", matmul(kMesh, "f32[8, 32] @ [-, -]", "f32[32, 16] @ [-, -]", "[-, -]"), {}},
        Exact{"row13",
              "mesh {x: 4, y: 2} program p(a: f32[16, 16] @ [x, y]) { c = dot(a, a) return c @ [x, "
              "y] }",
              {"all_gather y", "all_gather x"}},
        Exact{"row16",
              matmul(kMesh, "f32[8, 32] @ [-, y]", "f32[32, 16] @ [y, -]", "[y, -]"),
              {"reduce_scatter y"}},
        Exact{"row17",
              matmul(kMesh, "f32[8, 32] @ [-, y]", "f32[32, 16] @ [y, -]", "[-, y]"),
              {"reduce_scatter y"}},
        Exact{
            "row24",
            "mesh {y: 2} program p(a: f32[64, 8, 32] @ [y, -, -], b: f32[64, 32, 16] @ [y, -, -]) {"
            " c = dot(a, b, batch=[0],[0], contract=[2],[1]) return c @ [y, -, -] }",
            {}},
        Exact{"row24_many_columns",
              "mesh {y: 2} program p(a: f32[32, 24, 64] @ [y, -, -],"
              " b: f32[32, 39296, 64] @ [y, -, -]) {"
              " c = dot(a, b, batch=[0],[0], contract=[2],[2]) return c @ [y, -, -] }",
              {}},
        Exact{"row33",
              "mesh {x: 2} program p(a: f32[24, 64] @ [-, -], b: f32[39296, 64] @ [x, -]) {"
              " c = dot(a, b, contract=[1],[1]) return c @ [-, x] }",
              {}},
        Exact{"row57",
              matmul("{x: 2, y: 2}", "f32[8, 2] @ [x, -]", "f32[2, 8] @ [-, y]", "[x, y]"),
              {}},
        Exact{"row58",
              matmul("{x: 2, y: 2}", "f32[8, 2] @ [x, -]", "f32[2, 8] @ [-, -]", "[x, -]"),
              {}},
        Exact{"row60_fsdp",
              matmul("{x: 2, y: 2}", "f32[8, 2] @ [x, -]", "f32[2, 8] @ [x, -]", "[x, -]"),
              {"all_gather x"}},
        Exact{"row60_half_tensor_parallel",
              matmul("{x: 2, y: 2}", "f32[8, 2] @ [-, y]", "f32[2, 8] @ [-, y]", "[-, y]"),
              {"all_gather y"}},
        Exact{"row95_partial_sums",
              "mesh {a: 2, b: 2} program p(x: f32[8, 8] @ [a, b], y: f32[8, 8], w: f32[8, 8]) {"
              " s = add(x, y) z = dot(s, w) return z }",
              {"all_reduce b"}}),
    [](const auto &test) { return std::string(test.param.name); });

class MatmulCost : public testing::TestWithParam<AtMost> {};

TEST_P(MatmulCost, IsAtMostThatOfTheReference) {
  expect_at_most(GetParam().program, GetParam().reference);
}
TEST_P(MatmulCost, AndIsRight) { expect_right_values(GetParam().program); }

/// The reference lets the operands lie as `a` and `b` for the product, which comes out as `c`.
AtMost at_most(const char *name, const std::string &mesh, const std::vector<std::string> &given,
               const std::vector<std::string> &forced) {
  return {
      name, matmul(mesh, given[0], given[1], given[2]),
      fmt::format("mesh {} program p(a: {}, b: {}) {{ k = constraint(a) @ {} "
                  "l = constraint(b) @ {} c = dot(k, l) m = constraint(c) @ {} return m @ {} }}",
                  mesh, given[0], given[1], forced[0], forced[1], forced[2], given[2])};
}

INSTANTIATE_TEST_SUITE_P(
    Conformance, MatmulCost,
    testing::Values(
        at_most("row5", kMesh, {"f32[8, 32] @ [x, y]", "f32[32, 16] @ [y, -]", "[(y, x), -]"},
                {"[x, y]", "[y, -]", "[x, -]"}),
        at_most("row10", kMesh, {"f32[8, 32] @ [x, y]", "f32[32, 16] @ [y, x]", "[-, -]"},
                {"[-, y]", "[y, x]", "[-, x]"}),
        at_most("row12", kMesh, {"f32[8, 32] @ [x, y]", "f32[32, 16] @ [y, x]", "[-, x]"},
                {"[-, y]", "[y, x]", "[-, x]"}),
        at_most("row15", kMesh, {"f32[8, 32] @ [-, y]", "f32[32, 16] @ [y, -]", "[x, -]"},
                {"[x, y]", "[y, -]", "[x, -]"}),
        at_most("row18", kMesh, {"f32[8, 4] @ [x, y]", "f32[4, 16] @ [y, -]", "[-, x]"},
                {"[-, y]", "[y, x]", "[-, x]"}),
        at_most("row20", kMesh, {"f32[8, 32] @ [x, -]", "f32[32, 16] @ [-, y]", "[y, x]"},
                {"[x, -]", "[-, y]", "[x, y]"}),
        at_most("row22", kMesh, {"f32[8, 32] @ [x, y]", "f32[32, 16] @ [x, y]", "[y, x]"},
                {"[-, x]", "[x, y]", "[-, y]"}),
        at_most("row23", kMesh, {"f32[8, 4] @ [x, y]", "f32[4, 16] @ [x, y]", "[y, x]"},
                {"[y, -]", "[-, x]", "[y, x]"}),
        at_most("row27", "{x: 4}", {"f32[16, 8] @ [-, x]", "f32[8, 8] @ [-, x]", "[x, -]"},
                {"[x, -]", "[-, -]", "[x, -]"}),
        at_most("row29", kMesh, {"f32[8, 2] @ [-, y]", "f32[2, 8] @ [-, -]", "[-, y]"},
                {"[-, -]", "[-, y]", "[-, y]"})),
    [](const auto &test) { return std::string(test.param.name); });

TEST(MatmulConformance, Row26BatchMovesToTheOtherOperandsDimension) {
  const std::string given =
      "mesh {x: 4} program p(a: f32[8, 16, 4] @ [-, x, -], b: f32[8, 4, 12] @ [x, -, -]) {";
  const std::string product =
      "c = dot(k, b, batch=[0],[0], contract=[2],[1]) return c @ [x, -, -] }";
  expect_at_most(given + " k = neg(a) " + product,
                 given + " k0 = neg(a) k = constraint(k0) @ [x, -, -] " + product);
  expect_right_values(given + " k = neg(a) " + product);
}

TEST(MatmulConformance, Row31GathersTheSmallerOperand) {
  const std::string head = "mesh {x: 4, y: 2, z: 4} program p(a: f32[8, 32, 64] @ [x, z, y], "
                           "b: f32[64, 256] @ [y, -]) {";
  const std::string program = head + " c = dot(a, b, contract=[2],[0]) return c @ [(x, y), z, -] }";
  expect_right_values(program);
  expect_at_most(program, head + " k = constraint(a) @ [(x, y), z, -] l = constraint(b) @ [-, -]"
                                 " c = dot(k, l, contract=[2],[0]) return c @ [(x, y), z, -] }");
}

TEST(MatmulConformance, Row32ReducesAndThenSharesOutTheSmallResult) {
  const std::string head =
      "mesh {x: 16, y: 4, z: 2} program p(a: f32[64, 1024, 8192] @ [-, (y, z), x], "
      "b: f32[256, 8192] @ [-, x]) {";
  const std::string product = " c = dot(k, b, contract=[2],[1])";
  const std::string tail = " return c @ [y, (x, z), -] }";
  const std::string program = head + " k = constraint(a) @ [-, (y, z), x]" + product + tail;
  expect_right_values(program);
  expect_at_most(program, head + " k = constraint(a) @ [-, (y, z), x]" + product +
                              " d = constraint(c) @ [-, (y, z), -] return d @ [y, (x, z), -] }");
}

TEST(MatmulConformance, Row35OneAllReduceOnGroups) {
  const std::string program = "mesh {x: 2, y: 2} program p(a: f32[16, 256, 4096] @ [-, -, y], "
                              "b: f32[4096, 2048] @ [y, x]) { c = dot(a, b, contract=[2],[0]) "
                              "return c @ [-, -, x] }";
  EXPECT_EQ(moves(planned(program)), (std::vector<std::string>{"all_reduce y"}));
  expect_right_values(program);
}

} // namespace
} // namespace brigade
