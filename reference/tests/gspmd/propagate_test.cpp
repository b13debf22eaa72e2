#include "brigade/gspmd/propagate.hpp"

#include "brigade/core/error.hpp"
#include "brigade/ir/parse.hpp"
#include "conformance.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <vector>

namespace brigade {
namespace {

/// A program, and the shardings that named values get. "return" is the first result.
struct Case {
  const char *name;
  const char *program;
  std::vector<std::pair<std::string, std::string>> shardings;
};

void PrintTo(const Case &test, std::ostream *out) { *out << test.name; }

std::string sharding_of_value(const Program &program, const std::string &name) {
  const Block &block = program.main();
  if (name == "return")
    return to_string(block.results.at(0).sharding.value());
  for (const Value &value : block.values)
    if (value.name == name)
      return to_string(value.sharding.value());
  return "no such value";
}

class Propagates : public testing::TestWithParam<Case> {};

TEST_P(Propagates, AsExpected) {
  const Program program = propagate(parse_program(GetParam().program));
  for (const auto &[name, sharding] : GetParam().shardings)
    EXPECT_EQ(sharding_of_value(program, name), sharding) << name;
}

TEST_P(Propagates, NothingNewTheSecondTime) {
  const Program once = propagate(parse_program(GetParam().program));
  EXPECT_EQ(propagate(once), once);
}

TEST_P(Propagates, AndIsRight) {
  const Program program = parse_program(GetParam().program);
  for (const ValueId parameter : program.main().parameters)
    if (const auto &sharding = program.main().value(parameter).sharding;
        sharding && !sharding->unreduced.empty())
      GTEST_SKIP() << "nobody can give partial results as an argument";
  expect_right_values(GetParam().program);
}

std::string name_of(const testing::TestParamInfo<Case> &info) { return info.param.name; }

INSTANTIATE_TEST_SUITE_P(
    Conformance, Propagates,
    testing::Values(
        Case{"row95_simple",
             "mesh {a: 2, b: 2} program p(x: f32[8, 8] @ [a, b], y: f32[8, 8], w: f32[8, 8]) {"
             " s = add(x, y) z = dot(s, w) return z }",
             {{"y", "[a, b]"}, {"s", "[a, b]"}, {"w", "[b, -]"}, {"z", "[a, -]"}}},
        Case{"row96_forward",
             "mesh {a: 2} program p(x: f32[8, 8] @ [a, -], y: f32[8, 8]) {"
             " s = add(x, y) return s }",
             {{"y", "[a, -]"}, {"s", "[a, -]"}, {"return", "[a, -]"}}},
        Case{"row96_backward",
             "mesh {a: 2} program p(x: f32[8, 8], y: f32[8, 8]) { s = add(x, y) c = neg(s)"
             " return c @ [-, a] }",
             {{"x", "[-, a]"}, {"y", "[-, a]"}, {"s", "[-, a]"}}},
        Case{"row96_constraint_goes_both_ways",
             "mesh {a: 2, b: 2} program p(x: f32[8, 8]) { s = neg(x) c = constraint(s) @ [a, b]"
             " t = exp(c) return t }",
             {{"x", "[a, b]"}, {"s", "[a, b]"}, {"t", "[a, b]"}}},
        Case{"row96_open_constraint_absorbs",
             "mesh {a: 2, b: 2} program p(x: f32[8, 8] @ [-, b]) { s = neg(x)"
             " c = constraint(s) @ [a, ?] t = exp(c) return t }",
             {{"c", "[a, b]"}, {"t", "[a, b]"}}},
        Case{"an_annotation_adds_to_what_a_constraint_leaves_open",
             "mesh {a: 2, b: 2} program p(x: f32[8, 8] @ [-, -]) {"
             " c @ [(a, b), -] = constraint(x) @ [(a, ?), ?] t = exp(c) return t }",
             {{"c", "[(a, b), -]"}, {"t", "[(a, b), -]"}}},
        Case{"a_constraint_holds_where_an_annotation_says_otherwise",
             "mesh {a: 2, b: 2} program p(x: f32[8, 8] @ [-, -]) {"
             " c @ [a, b] = constraint(x) @ [-, ?] d @ [a, -] = constraint(x) @ [?, a]"
             " return c, d }",
             {{"c", "[-, b]"}, {"d", "[-, a]"}}},
        Case{"row98_conflict_within_a_factor",
             "mesh {a: 2, b: 2} program p(x: f32[8, 8] @ [a, -], y: f32[8, 8] @ [b, -]) {"
             " s = add(x, y) return s }",
             {{"s", "[-, -]"}}},
        Case{"row99_common_prefix_only",
             "mesh {a: 2, b: 2, c: 2} program p(x: f32[8, 8] @ [a, b], y: f32[8, 8] @ [-, (a, b, c)])"
             " { s = add(x, y) return s }",
             {{"s", "[a, -]"}}},
        Case{"row99_longer_list",
             "mesh {a: 2, b: 2, c: 2} program p(x: f32[8, 8] @ [a, b], y: f32[8, 8] @ [-, (b, c)])"
             " { s = add(x, y) return s }",
             {{"s", "[a, (b, c)]"}}},
        Case{"row100_equal_sizes_take_the_first_operand",
             "mesh {a: 2} program p(x: f32[8, 8] @ [a, ?], y: f32[8, 8] @ [?, a]) {"
             " s = add(x, y) return s }",
             {{"s", "[a, -]"}}},
        Case{"row100_the_larger_value_wins",
             "mesh {a: 2, b: 2, c: 2} program p(x: f32[8, 4] @ [(a, b), ?], y: f32[4, 16] @ [?, (a, "
             "c)]) { s = dot(x, y) return s }",
             {{"s", "[-, (a, c)]"}}},
        Case{"row102_used_twice_waits",
             "mesh {a: 2} program p(x: f32[8, 8] @ [a, -], y: f32[8, 8], z: f32[8, 8]) {"
             " s = tanh(x) c = add(s, y) d = add(s, z) return c @ [-, a], d @ [-, a] }",
             {{"s", "[-, a]"}, {"c", "[-, a]"}, {"d", "[-, a]"}}},
        Case{"row103_pass_through_before_reduction",
             "mesh {a: 2, b: 2} program p(x: f32[32, 1024], y: f32[1024, 16] @ [a, b]) {"
             " s = dot(x, y) return s @ [a, b] }",
             {{"x", "[a, -]"}}},
        Case{"row105_dot_backward",
             "mesh {m: 2, n: 2} program p(x: f32[1, 8, 4], y: f32[1, 4, 8]) {"
             " s = dot(x, y, batch=[0],[0], contract=[2],[1]) return s @ [-, m, n] }",
             {{"x", "[-, m, -]"}, {"y", "[-, -, n]"}}},
        Case{"row106_dot_merges_operands",
             "mesh {p: 2, q: 2, r: 2} program f(x: f32[4, 8, 4] @ [p, q, -], y: f32[4, 4, 8] @ [p, -, "
             "r]) { s = dot(x, y, batch=[0],[0], contract=[2],[1]) return s }",
             {{"s", "[p, q, r]"}}},
        Case{"row108_back_through_reshape_and_dot",
             "mesh {a: 2, b: 2} program p(x: f32[8, 256, 16], v: f32[8, 256, 16],"
             " y: f32[8, 16, 128]) { u = add(x, v)"
             " s = dot(u, y, batch=[0],[0], contract=[2],[1]) t = reshape(s, [8, 32768])"
             " return t @ [a, b] }",
             {{"s", "[a, b, -]"}, {"u", "[a, b, -]"}, {"x", "[a, b, -]"}, {"v", "[a, b, -]"}}},
        Case{"row109_broadcast_forward",
             "mesh {a: 2, b: 2} program p(x: f32[3, 2048, 2048] @ [-, a, b]) {"
             " s = broadcast(x, [3, 2048, 2048, 3], dims=[0, 1, 2]) return s }",
             {{"s", "[-, a, b, -]"}}},
        Case{"row109_replicated_broadcast_stays",
             "mesh {a: 2} program p(x: f32[8]) { s = broadcast(x, [4, 8], dims=[1])"
             " c = constraint(s) @ [-, -] return c }",
             {{"x", "[-]"}, {"s", "[-, -]"}}},
        Case{"row111_uneven_sizes",
             "mesh {a: 3} program p(x: f32[4] @ [a]) { s = exp(x) return s }",
             {{"s", "[a]"}}},
        Case{"row112_size_zero",
             "mesh {a: 2} program p(x: f32[8, 0] @ [a, -]) { s = exp(x) return s }",
             {{"s", "[a, -]"}}},
        Case{"row112_axis_of_size_one",
             "mesh {a: 1, b: 2} program p(x: f32[8, 4] @ [a, b]) { s = exp(x) return s }",
             {{"s", "[a, b]"}}},
        Case{"row72_transpose",
             "mesh {x: 2, y: 2} program p(a: f32[256, 32, 64, 100] @ [-, x, y, -]) {"
             " s = transpose(a, perm=[3, 1, 0, 2]) return s }",
             {{"s", "[-, x, -, y]"}}},
        Case{"row78_merge",
             "mesh {x: 4, y: 2} program p(a: f32[4, 8] @ [x, y], b: f32[4, 8] @ [y, -]) {"
             " s = reshape(a, [32]) t = reshape(b, [32]) return s, t }",
             {{"s", "[(x, y)]"}, {"t", "[y]"}}},
        Case{"row81_split",
             "mesh {a: 2, b: 2, c: 4, d: 3} program p(x: f32[8] @ [(b, a)], y: f32[16] @ [(b, a)],"
             " z: f32[8] @ [d]) { s = reshape(x, [2, 4]) t = reshape(y, [4, 4])"
             " u = reshape(z, [2, 4]) return s, t, u }",
             {{"s", "[b, a]"}, {"t", "[(b, a), -]"}, {"u", "[-, -]"}}},
        Case{"row87_the_consumer_wins_over_concat",
             "mesh {a: 2} program p(x: f32[4, 8] @ [a, -], y: f32[4, 8]) { s = concat(x, y, dim=0)"
             " t = exp(s) return t @ [-, a] }",
             {{"s", "[-, a]"}, {"y", "[-, a]"}}}),
    name_of);

INSTANTIATE_TEST_SUITE_P(
    Priorities, Propagates,
    testing::Values(
        Case{"the_lower_number_goes_first",
             "mesh {a: 2, b: 2} program p(x: f32[8, 8] @ [a p1, -], y: f32[8, 8] @ [b p0, -],"
             " z: f32[8, 8]) { s = add(z, x) t = add(s, y) return t }",
             {{"s", "[b, -]"}, {"t", "[b, -]"}}},
        Case{"axes_of_later_dimensions_are_reserved",
             "mesh {a: 2} program p(x: f32[8, 8] @ [?, a p1], y: f32[8, 8] @ [a, ?]) {"
             " s = add(x, y) return s }",
             {{"x", "[-, a]"}, {"s", "[a, -]"}}}),
    name_of);

INSTANTIATE_TEST_SUITE_P(
    Unreduced, Propagates,
    testing::Values(
        Case{"passes_through_linear_operations",
             "mesh {x: 2, y: 2} program p(a: f32[8, 4] @ [x, -] {unreduced y}, s: f32[8, 4]) {"
             " t = transpose(a, perm=[1, 0]) u = mul(a, s) v = neg(a) return t, u, v }",
             {{"t", "[-, x] {unreduced y}"},
              {"u", "[x, -] {unreduced y}"},
              {"v", "[x, -] {unreduced y}"}}},
        Case{"ends_at_nonlinear_ones",
             "mesh {x: 2, y: 2} program p(a: f32[8] @ [x] {unreduced y}, b: f32[8]) {"
             " t = exp(a) u = add(a, b) return t, u }",
             {{"t", "[x]"}, {"u", "[x]"}}},
        Case{"negation_swaps_max_and_min",
             "mesh {y: 2} program p(a: f32[8] @ [-] {unreduced(max) y}) { t = neg(a) return t }",
             {{"t", "[-] {unreduced(min) y}"}}},
        Case{"negation_of_integers_needs_the_whole_maximum",
             "mesh {y: 2} program p(a: i32[8] @ [-] {unreduced(max) y}) { t = neg(a) return t }",
             {{"t", "[-]"}}}),
    name_of);

// 2^60 ways lead from the result to the product: each value is looked into once.
// What a result asks for counts more than what its operand brings along.
TEST(Propagate, LeavesPartialOverMoreAxesThanTheOperandWhereTheResultSaysSo) {
  for (const char *axes : {"x, y", "x"}) {
    const std::string sharding = std::string("[] {unreduced ") + axes + "}";
    const Program program =
        propagate(parse_program("mesh {x: 2, y: 2} program p(a: f32[4, 4] @ [x, -] {unreduced y}) {"
                                " return sum(a, dims=[0, 1]) @ " +
                                sharding + " }"));
    const Block &block = program.main();
    EXPECT_EQ(to_string(*block.value(block.results[0].value).sharding), sharding);
  }
}

TEST(Propagate, PassesPartialResultsBackByManyWays) {
  std::string text = "mesh {x: 2} program p(a: f32[4, 4] @ [-, x], b: f32[4, 4] @ [x, -]) {"
                     " t0 = dot(a, b)";
  for (int i = 0; i < 60; ++i)
    text += fmt::format(" t{} = add(t{}, t{})", i + 1, i, i);
  const Program planned = propagate(parse_program(text + " return t60 @ [-, -] {unreduced x} }"));
  for (const Instruction &instruction : planned.main().instructions)
    EXPECT_EQ(to_string(*planned.main().value(instruction.results[0]).sharding),
              "[-, -] {unreduced x}");
}

TEST(Propagate, AsksForAMesh) {
  try {
    propagate(parse_program("program p(a: f32[8]) { return a }"));
    FAIL();
  } catch (const InputError &error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("mesh {x: 4, y: 2}"));
  }
}

} // namespace
} // namespace brigade
