#include "brigade/gspmd/plan_difference.hpp"

#include "brigade/gspmd/joined_blocks.hpp"
#include "brigade/gspmd/listed_names.hpp"
#include "brigade/gspmd/sharding_table.hpp"
#include "brigade/ir/parse.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace brigade {
namespace {

using testing::HasSubstr;

const char *const kPair = "mesh {d: 2, m: 2}\n"
                          "program pair(x: f32[8, 16], w: f32[16, 32], v: f32[32, 16]) {\n"
                          "  h = relu(dot(x, w))\n"
                          "  y = dot(h, v)\n"
                          "  return y\n"
                          "}\n";

Plan plan_with(const char *table) {
  return make_plan(with_shardings(parse_program(kPair, "pair.txt"), parse_sharding_table(table)));
}

TEST(Difference, OfAPlanToItselfIsNone) {
  const Plan plan = plan_with("x: [d, -]\nw: [-, m]\n");
  const PlanDifference none = difference(plan, plan);
  EXPECT_TRUE(none.values.empty());
  EXPECT_TRUE(none.collectives.empty());
  EXPECT_EQ(none.equal_collectives, collectives_of(*plan.partitioned, plan.profile).size());
  EXPECT_THAT(to_string(none, "one", "other"), HasSubstr("Every value lies the same.\n"));
}

// Tensor parallelism needs one sum of 4 KiB over two devices; data parallelism sends nothing.
TEST(Difference, TellsWhatTwoTablesMove) {
  const Plan data = plan_with("x: [(d, m), -]\nw: [-, -]\nv: [-, -]\ny: [(d, m), -]\n");
  const Plan tensor = plan_with("x: [d, -]\nw: [-, m]\nv: [m, -]\ny: [d, -]\n");
  const PlanDifference between = difference(data, tensor);
  ASSERT_EQ(between.collectives.size(), 1);
  EXPECT_FALSE(between.collectives[0].here.has_value());
  const CollectiveUse &sum = between.collectives[0].there.value();
  EXPECT_EQ(sum.kind, Operation::all_reduce);
  EXPECT_EQ(sum.axes, std::vector<std::string>{"m"});
  EXPECT_EQ(sum.value, "y");
  EXPECT_EQ(between.here.bytes, 0);
  EXPECT_EQ(between.there.bytes, 4 * 16 * 4) << "2 (n - 1) / n of its block";
  EXPECT_EQ(between.here.cost.communication_seconds, 0);
  EXPECT_GT(between.there.cost.communication_seconds, 0);
  EXPECT_LT(between.there.memory.total_bytes(), between.here.memory.total_bytes())
      << "it keeps a half of each weight";
  const std::string text = to_string(between, "data", "tensor");
  EXPECT_THAT(text, HasSubstr("w      [-, -]       [-, m]\n"));
  EXPECT_THAT(text, HasSubstr("sent           0 B       256 B\n"));
  const PlanDifference back = difference(tensor, data);
  ASSERT_EQ(back.collectives.size(), 1);
  EXPECT_TRUE(back.collectives[0].here.has_value());
}

// One of the plans gathers a and has a value more from there: its others are numbered one higher.
TEST(Difference, FindsTheSameValueWhereItIsNumberedOtherwise) {
  const Program program =
      parse_program("mesh {x: 4, y: 2} program z(a: f32[16, 32], c: f32[64, 64] @ [-, y], d: "
                    "f32[64, 64] @ [y, -])"
                    " { s = sum(a, dims=[0]) return s @ [y], dot(c, d) @ [x, y] }");
  const auto with = [&](const char *table) {
    return make_plan(with_shardings(program, parse_sharding_table(table)));
  };
  const Plan gathers = with("a: [x, y]\n"), plain = with("a: [-, y]\n");
  ASSERT_EQ(gathers.sharded.main().values.size(), plain.sharded.main().values.size() + 1);
  for (const bool is_first : {true, false}) {
    const PlanDifference between =
        is_first ? difference(gathers, plain) : difference(plain, gathers);
    EXPECT_EQ(between.equal_collectives, 1);
    ASSERT_EQ(between.collectives.size(), 1);
    const CollectiveDifference &only = between.collectives[0];
    EXPECT_EQ((is_first ? only.here : only.there).value().value, "a");
    EXPECT_FALSE((is_first ? only.there : only.here).has_value());
    ASSERT_EQ(between.values.size(), 1) << "the dot's result lies the same";
    EXPECT_EQ(between.values[0].name, "a");
  }
}

// What is told of both plans is called as in the first.
TEST(Difference, NamesValuesOfOnePlanOnly) {
  const Program program =
      parse_program("mesh {x: 4, y: 2} program z(a: f32[16, 32], c: f32[64, 64], d: f32[64, 64])"
                    " { s = sum(a, dims=[0]) return s @ [y], dot(c, d) @ [x, y] }");
  const auto with = [&](const char *table) {
    return make_plan(with_shardings(program, parse_sharding_table(table)));
  };
  const PlanDifference between = difference(with("a: [-, y]\nc: [x, -]\nd: [-, y]\n"),
                                            with("a: [x, y]\nc: [-, y]\nd: [y, -]\n"));
  std::size_t of_the_dot = 0;
  for (const CollectiveDifference &each : between.collectives)
    of_the_dot +=
        each.there.has_value() && each.there->value == "%4" && each.there->operation == "dot";
  EXPECT_EQ(of_the_dot, 1);
}

// One of the plans shares both argmax out. What only it has is no number of the other.
TEST(Difference, CallsWhatAnArgmaxIsSharedOutByAsWhatItGives) {
  const Program program =
      parse_program("mesh {x: 4} program p(a: f32[64, 4096], b: f32[64, 4096])"
                    " { return add(argmax(neg(a), dims=[1]), argmax(neg(neg(b)), dims=[1])) }");
  const auto with = [&](const char *table) {
    return make_plan(with_shardings(program, parse_sharding_table(table)));
  };
  const Plan first = with("a: [x, -]\nb: [-, x]\n"), second = with("a: [-, x]\nb: [-, x]\n");
  ASSERT_GT(second.sharded.main().values.size(), first.sharded.main().values.size());
  const std::vector<std::string> names = value_names_in(first.sharded, 0);
  const PlanDifference between = difference(first, second);
  std::size_t of_there = 0;
  for (const CollectiveDifference &each : between.collectives)
    for (const std::string &name :
         told_names(each.there ? each.there->value : each.here.value().value))
      if (name.starts_with("on the way to "))
        ++of_there;
      else
        EXPECT_THAT(names, ::testing::Contains(name));
  EXPECT_GT(of_there, 0U);
  for (const ValueDifference &each : between.values)
    EXPECT_THAT(names, ::testing::Contains(each.name));
  EXPECT_EQ(between.values.size(), 4U) << "a, its negative, and what argmax gives of both";
}

TEST(Difference, TellsOfOtherSizesOfTheSameCollective) {
  const Plan halves = plan_with("x: [-, -]\nw: [-, m]\nv: [m, -]\ny: [-, -]\n");
  const Plan quarters = plan_with("x: [d, -]\nw: [-, m]\nv: [m, -]\ny: [d, -]\n");
  const PlanDifference between = difference(halves, quarters);
  ASSERT_EQ(between.collectives.size(), 1);
  EXPECT_EQ(between.collectives[0].here.value().bytes,
            2 * between.collectives[0].there.value().bytes);
}

} // namespace
} // namespace brigade
