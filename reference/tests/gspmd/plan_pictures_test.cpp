#include "brigade/core/error.hpp"
#include "brigade/gspmd/plan_dot.hpp"
#include "brigade/gspmd/plan_svg.hpp"
#include "brigade/ir/parse.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace brigade {
namespace {

using testing::HasSubstr;
using testing::Not;

Plan plan_of(const std::string &program, Passes passes = {}) {
  return make_plan(parse_program(program), uniform_profile(), passes);
}

const char *const kSum = "mesh {x: 2}\nprogram p(a: f32[8] @ [x]) { return sum(a, dims=[0]) }\n";

std::size_t count(const std::string &text, const std::string &part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++found;
  return found;
}

TEST(Dot, HasEveryInstructionAndEdge) {
  EXPECT_EQ(to_dot(plan_of(kSum, {.choose = false})), R"(digraph "p" {
  node [fontname="sans-serif"];
  edge [fontname="sans-serif", fontsize=10];
  n0 [label="a\nf32[8]", shape=box];
  n1 [label="%1 = sum\nf32[]", shape=ellipse];
  n0 -> n1 [label="[x]"];
  n2 [label="%2 = all_reduce\nover x: 4 B, 2 µs", shape=ellipse, style=filled, fillcolor="#ffd27f"];
  n1 -> n2 [label="[] {unreduced x}"];
  n3 [label="result 0", shape=box];
  n2 -> n3 [label="[]"];
}
)");
}

TEST(Dot, IsOfTheProgramWithShardingsWhereThatIsAllThereIs) {
  const std::string dot = to_dot(plan_of(kSum, {.choose = false, .partition = false}));
  EXPECT_THAT(dot, HasSubstr("%1 = sum"));
  EXPECT_THAT(dot, Not(HasSubstr("all_reduce")));
}

// One line a cut: 4 parts down are 3 lines, 2 across are 1; x and y have colours of their own.
TEST(PlanSvg, CutsEachArrayAsItLies) {
  const std::string svg =
      plan_svg(plan_of("mesh {x: 4, y: 2} program p(a: f32[8, 8] @ [x, y]) { return a }"));
  EXPECT_EQ(count(svg, "class=\"cut a0\""), 2 * 3 + 1) << "of a, of the result, and in the legend";
  EXPECT_EQ(count(svg, "class=\"cut a1\""), 2 * 1 + 1);
  EXPECT_THAT(svg, HasSubstr("cut over x, 4 devices"));
}

TEST(PlanSvg, ShowsPartialSumsAndCollectives) {
  const std::string svg = plan_svg(plan_of(kSum, {.choose = false}));
  EXPECT_EQ(count(svg, ">Σ<"), 1);
  EXPECT_EQ(count(svg, "class=\"collective\""), 1);
  EXPECT_THAT(svg, HasSubstr("4 B, 2 µs"));
  EXPECT_EQ(count(svg, "class=\"edge\""), 3);
}

TEST(PlanSvg, RefusesWhatWouldBeTooLarge) {
  std::string program = "mesh {x: 2}\nprogram p(a: f32[8]) {\n  v0 = relu(a)\n";
  for (int i = 1; i <= 400; ++i)
    program += "  v" + std::to_string(i) + " = relu(v" + std::to_string(i - 1) + ")\n";
  EXPECT_THROW(plan_svg(plan_of(program + "  return v400\n}\n")), InputError);
}

} // namespace
} // namespace brigade
