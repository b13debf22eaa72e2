#include "plan/plan_command.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <string>

// brigade-plan --against: the plan held against that of another table of shardings; and --dot.
namespace brigade {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

const std::string kPair = "mesh {d: 2, m: 2}\n"
                          "program pair(x: f32[8, 16] @ [(d, m), -], w: f32[16, 32] @ [-, -],\n"
                          "             v: f32[32, 16] @ [-, -]) {\n"
                          "  h = relu(dot(x, w))\n"
                          "  y = dot(h, v)\n"
                          "  return y\n"
                          "}\n";
const std::string kTensor = "x: [d, -]\nw: [-, m]\nv: [m, -]\ny: [d, -]\n";

class Against : public PlanCommand {};

TEST_F(Against, ComparesATableWithTheProgramAsItIsWritten) {
  const Captured run = plan(kPair, {"--against", file("tensor.txt", kTensor)});
  ASSERT_EQ(run.status, 0) << run.err;
  EXPECT_THAT(run.out, StartsWith("Value  as written   tensor.txt\n"
                                  "x      [(d, m), -]  [d, -]\n"
                                  "w      [-, -]       [-, m]\n"));
  EXPECT_THAT(run.out, HasSubstr("\nall_reduce  m     y      dot  "));
  EXPECT_THAT(run.out, Not(HasSubstr("On every device")));
}

TEST_F(Against, ComparesTwoTables) {
  const std::string tensor = file("tensor.txt", kTensor);
  const Captured run = plan(kPair, {"--sharding", tensor, "--against",
                                    file("none.txt", "# as written\n"), "--json", "-"});
  ASSERT_EQ(run.status, 0) << run.err;
  const auto against = nlohmann::json::parse(run.out).at("against");
  EXPECT_EQ(against.at("here"), "tensor.txt");
  EXPECT_EQ(against.at("there"), "none.txt");
  EXPECT_EQ(against.at("values").at("w").at("here"), "[-, m]");
  ASSERT_EQ(against.at("collectives").size(), 1);
  EXPECT_EQ(against.at("collectives")[0].at("here").at("bytes"), 256);
  EXPECT_TRUE(against.at("collectives")[0].at("there").is_null());
  EXPECT_EQ(against.at("totals_there").at("bytes"), 0);
}

TEST_F(Against, NeedsAPartitionedPlanAndAFile) {
  const std::string tensor = file("tensor.txt", kTensor);
  EXPECT_EQ(plan(kPair, {"--against", tensor, "--passes", "propagate"}).err,
            "brigade: error: --against needs the pass partition; add it to --passes, or leave that "
            "out\n");
  EXPECT_EQ(plan(kPair, {"--against", "-", "--sharding", "-"}).status, 2);
  EXPECT_THAT(plan(kPair, {"--against", file("program.txt", kPair)}).err,
              HasSubstr("program.txt: that is the program; give a table of shardings"));
}

class Dot : public PlanCommand {};

TEST_F(Dot, GoesToAFileOrToStandardOutput) {
  const Captured out = plan(kPair, {"--dot", "-"});
  ASSERT_EQ(out.status, 0) << out.err;
  EXPECT_THAT(out.out, StartsWith("digraph \"pair\" {\n"));
  const std::string path = file("plan.dot", "");
  const Captured both = plan(kPair, {"--dot", path});
  EXPECT_THAT(both.out, StartsWith("With shardings:\n"));
  std::ifstream written(path);
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(written), {}), out.out);
  EXPECT_EQ(plan(kPair, {"--dot", "-", "--json", "-"}).status, 2);
  EXPECT_EQ(plan(kPair, {"--dot", "/there/is/no/such/plan.dot"}).status, 2);
}

} // namespace
} // namespace brigade
