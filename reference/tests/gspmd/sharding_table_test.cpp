#include "brigade/gspmd/sharding_table.hpp"

#include "brigade/core/error.hpp"
#include "brigade/gspmd/plan.hpp"
#include "brigade/ir/parse.hpp"
#include "brigade/ir/print.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>

namespace brigade {
namespace {

using testing::HasSubstr;

const char *const kMlp = R"(mesh {data: 2, model: 4}
program mlp(w.0: f32[8, 32] @ [model, -], w.1: f32[32, 16], b: f32[16], x: f32[8, 8]) {
  h = relu(dot(x, w.0))
  y = constraint(dot(h, w.1)) @ [-, -]
  return add(y, broadcast(b, [8, 16], dims=[1]))
}
)";

std::string error_of(const std::string &table, const std::string &program = kMlp) {
  try {
    with_shardings(parse_program(program), parse_sharding_table(table, "t.txt"));
  } catch (const InputError &error) {
    return error.what();
  }
  return "no error";
}

std::string first_lines(const Program &program) {
  const std::string text = to_string(program);
  return text.substr(0, text.find(" {\n", text.find("program")));
}

TEST(ShardingTable, IsReadAndPrinted) {
  const ShardingTable table = parse_sharding_table("# weights\n"
                                                   "w.0: [-, model]   # columns\r\n"
                                                   "\n"
                                                   "  w.? :[(data, model), ?]{unreduced z}\n"
                                                   "@layer.*: [x p1]");
  EXPECT_EQ(to_string(table), "w.0: [-, model]\n"
                              "w.?: [(data, model), ?] {unreduced z}\n"
                              "@layer.*: [x p1]\n");
  ASSERT_EQ(table.lines.size(), 3);
  EXPECT_EQ(table.lines[1].line, 4);
  const ShardingTable again = parse_sharding_table(to_string(table));
  EXPECT_EQ(to_string(again), to_string(table));
  EXPECT_EQ(parse_sharding_table("").lines.size(), 0);
  EXPECT_EQ(parse_sharding_table("# nothing").lines.size(), 0);
}

TEST(ShardingTable, MayBeginWithAByteOrderMark) {
  EXPECT_EQ(to_string(parse_sharding_table("\xEF\xBB\xBF"
                                           "w: [x, -]\n",
                                           "t.txt")),
            to_string(parse_sharding_table("w: [x, -]\n", "t.txt")));
}

TEST(ShardingTable, TakesTheFirstLineThatMatches) {
  const Program program =
      with_shardings(parse_program(kMlp),
                     parse_sharding_table("w.0: [-, model]\nw.*: [model, -]\nx: [data, -]\n"));
  EXPECT_THAT(first_lines(program),
              HasSubstr("mlp(w.0: f32[8, 32] @ [-, model], w.1: f32[32, 16] @ [model, -], "
                        "b: f32[16], x: f32[8, 8] @ [data, -])"));
}

TEST(ShardingTable, TakesThePlaceOfWhatIsAnnotatedAndOfConstraints) {
  const Program program =
      with_shardings(parse_program(kMlp), parse_sharding_table("w.0: [?, ?]\ny: [data, ?]\n"));
  EXPECT_THAT(to_string(program), HasSubstr("w.0: f32[8, 32] @ [?, ?]"));
  EXPECT_THAT(to_string(program), HasSubstr("y @ [data, ?] = constraint(%6) @ [data, ?]"));
  EXPECT_EQ(to_string(parse_program(to_string(program))), to_string(program));
}

TEST(ShardingTable, LeavesTheProgramAloneWhereItIsEmpty) {
  EXPECT_EQ(with_shardings(parse_program(kMlp), {}), parse_program(kMlp));
}

TEST(ShardingTable, NamesValuesOfCalledBlocksWithTheBlock) {
  const Program program = parse_program("mesh {x: 2}\n"
                                        "block layer(a: f32[4, 4], w: f32[4, 4]) {"
                                        "  h = dot(a, w) return relu(h) }\n"
                                        "program p(a: f32[4, 4], w: f32[4, 4]) {"
                                        "  return call @layer(call @layer(a, w), w) }\n");
  const Program one = with_shardings(program, parse_sharding_table("*: [x, -]\n"));
  EXPECT_EQ(to_string(one.blocks[0].values[0].sharding.value_or(open_sharding(2))), "[?, ?]");
  EXPECT_EQ(to_string(one.main().values[0].sharding.value()), "[x, -]");
  const Program other = with_shardings(program, parse_sharding_table("@layer.h: [-, x]\n"));
  EXPECT_THAT(to_string(other), HasSubstr("h = dot(a, w) @ [-, x]"));
  EXPECT_THAT(to_string(make_plan(other).sharded, {}), HasSubstr("dot(a, w) @ [-, x]"));
}

TEST(ShardingTable, PatternsMatchWholeNames) {
  const auto shards = [](const std::string &pattern, const std::string &name) {
    const Program program = parse_program("mesh {x: 2} program p(" + name +
                                          ": f32[4], other: f32[4]) { return other }");
    try {
      return with_shardings(program, parse_sharding_table(pattern + ": [x]\n"))
          .main()
          .values[0]
          .sharding.has_value();
    } catch (const InputError &) {
      return false;
    }
  };
  EXPECT_TRUE(shards("*", "a.b"));
  EXPECT_TRUE(shards("a.*.w", "a.1.w"));
  EXPECT_TRUE(shards("a.*.w", "a.1.w.2.w"));
  EXPECT_TRUE(shards("*a*a*", "banana"));
  EXPECT_TRUE(shards("größ?", "größe"));
  EXPECT_TRUE(shards("gr??e", "größe"));
  EXPECT_FALSE(shards("a.*.w", "a.w"));
  EXPECT_FALSE(shards("a", "ab"));
  EXPECT_FALSE(shards("?", "ab"));
  EXPECT_FALSE(shards("ab?", "ab"));
}

// What stands between the first ``` and ``` of the page's section that tells of them.
TEST(ShardingTable, IsReadAsThePageShowsIt) {
  std::ifstream file(PLANNING_PAGE);
  const std::string page(std::istreambuf_iterator<char>(file), {}), fence = "\n```\n";
  const std::size_t begin = page.find(fence, page.find("## Tables of shardings")) + fence.size(),
                    end = page.find(fence, begin);
  ASSERT_NE(end, std::string::npos);
  const Program program = with_shardings(
      parse_program(
          "mesh {data: 2, model: 2} program p(params.0.w: f32[4, 4], params.0.b: f32[4]) {"
          " loss = sum(params.0.b, dims=[0]) return loss, params.0.w }"),
      parse_sharding_table(page.substr(begin, end + 1 - begin)));
  EXPECT_THAT(first_lines(program), HasSubstr("p(params.0.w: f32[4, 4] @ [-, model], "
                                              "params.0.b: f32[4] @ [-])"));
}

TEST(ShardingTable, SaysWhatIsWrongAndWhere) {
  EXPECT_EQ(error_of("w.0: [-, model]\n\nw.3: [-, model]\n"),
            "t.txt:3: 'w.3' matches no parameter or named value; there are w.0, w.1, b, x, h, y "
            "(did you mean 'w.0' or 'w.1'?)");
  EXPECT_EQ(error_of("b: [model, -]\n"),
            "t.txt:1: the sharding [model, -] of b has 2 entries, but b has 1 dimension: give one "
            "entry for each");
  EXPECT_THAT(error_of("b: [expert]\n"),
              HasSubstr("names axis 'expert', which the mesh {data: 2, model: 4} does not have"));
  EXPECT_EQ(
      error_of("m: [-] {unreduced x}\n", "mesh {x: 2}\nprogram p(m: bool[4]) { return m }\n"),
      "t.txt:1: the sharding [-] {unreduced x} of m: the sum of bool elements is not defined: "
      "convert them to i32 first, or use max for any and min for all");
  EXPECT_EQ(error_of("b [model]\n"),
            "t.txt:1: expected a line such as 'params.*.w: [axis, -]', got 'b [model]'");
  EXPECT_EQ(error_of("# b\nb: [model\n"),
            "t.txt:2:10: expected ',' or ']', got the end of the text");
  EXPECT_EQ(error_of("b: \n"),
            "t.txt:1:4: expected a sharding such as [x, -], got the end of the text");
  EXPECT_EQ(error_of("b: [model] x\n"), "t.txt:1:12: expected the end of the sharding, got 'x'");
  EXPECT_EQ(error_of("b: [*]\n").substr(0, 9), "t.txt:1:5");
  EXPECT_EQ(
      error_of("b c: [model]\n"),
      "t.txt:1: expected a name before the ':', in which * may stand for any characters and ? "
      "for one, got 'b c'");
  EXPECT_EQ(
      error_of("b: [model]\nb: [data]\n"),
      "t.txt:2: line 1 is for 'b' already, and the first line that matches holds; keep one of "
      "them");
  EXPECT_THAT(error_of("b: [model]\n", "program p(b: f32[4]) { return b }"),
              HasSubstr("the program has no mesh"));
}

} // namespace
} // namespace brigade
