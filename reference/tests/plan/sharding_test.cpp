#include "plan/plan_command.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <string>

// brigade-plan --sharding: a table in place of the program's own shardings.
namespace brigade {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;

const std::string kProgram = "mesh {x: 2, y: 2}\n"
                             "program p(a: f32[8, 4] @ [x, -], b: f32[4, 6]) {\n"
                             "  c = dot(a, b)\n  return c\n}\n";

class ShardingFile : public PlanCommand {};

TEST_F(ShardingFile, TakesThePlaceOfTheProgramsOwn) {
  const std::string table = file("table.txt", "a: [-, y]  # contracted\nc: [-, -]\n");
  const Captured run = plan(kProgram, {"--sharding", table, "--json", "-", "--run", "4", "--passes",
                                       "propagate,partition"});
  ASSERT_EQ(run.status, 0) << run.err;
  const auto json = nlohmann::json::parse(run.out);
  EXPECT_EQ(json.at("values").at("a"), "[-, y]");
  EXPECT_EQ(json.at("values").at("c"), "[-, -]");
  ASSERT_EQ(json.at("collectives").size(), 1);
  EXPECT_EQ(json.at("collectives")[0].at("kind"), "all_reduce");
}

TEST_F(ShardingFile, IsRefusedWithItsLine) {
  const Captured run = plan(kProgram, {"--sharding", file("table.txt", "# none\nw*: [x, -]\n")});
  EXPECT_EQ(run.status, 2);
  EXPECT_EQ(run.out, "");
  EXPECT_THAT(run.err, HasSubstr("table.txt:2: 'w*' matches no parameter or named value; there are "
                                 "a, b, c\n"));
}

TEST_F(ShardingFile, HasToBeThere) {
  const Captured run = plan(kProgram, {"--sharding", "/there/is/none"});
  EXPECT_EQ(run.status, 2);
  EXPECT_THAT(run.err, EndsWith("cannot read /there/is/none: No such file or directory; give the "
                                "file of a table of shardings\n"));
}

} // namespace
} // namespace brigade
