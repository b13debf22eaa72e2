#include "plan/plan_command.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <string>
#include <vector>

// brigade-plan --auto: shardings that the planner chooses, parameters' too.
namespace brigade {
namespace {

using ::testing::HasSubstr;

// A large batch and a small weight.
const std::string kTall = "mesh {d: 4}\n"
                          "program p(x: f32[65536, 256], w: f32[256, 256]) {\n"
                          "  h = relu(dot(x, w))\n  return h\n}\n";
// The same, small enough for ranks.
const std::string kSmall = "mesh {x: 2, y: 2}\n"
                           "program p(a: f32[64, 48], b: f32[48, 32]) {\n"
                           "  c = relu(dot(a, b))\n  return c\n}\n";

class Auto : public PlanCommand {
protected:
  nlohmann::json json_of(const std::string &program, std::vector<std::string> options) {
    options.insert(options.end(), {"--json", "-"});
    const Captured run = plan(program, options);
    EXPECT_EQ(run.status, 0) << run.err;
    return nlohmann::json::parse(run.out);
  }
};

TEST_F(Auto, CutsTheBatchWhereNothingIsAnnotated) {
  const auto json = json_of(kTall, {"--auto"});
  EXPECT_EQ(json.at("values").at("x"), "[d, -]");
  EXPECT_EQ(json.at("values").at("h"), "[d, -]");
  EXPECT_TRUE(json.at("collectives").empty()) << json.at("collectives");
}

TEST_F(Auto, IsNoSlowerThanTablesByHand) {
  const auto found = json_of(kTall, {"--auto"});
  for (const char *table : {"x: [d, -]\nw: [-, -]\n", "x: [-, -]\nw: [-, d]\n",
                            "x: [-, d]\nw: [d, -]\n", "x: [-, -]\nw: [-, -]\n"}) {
    const auto by_hand = json_of(kTall, {"--sharding", file("table.txt", table)});
    EXPECT_LE(found.at("cost").at("total_s").get<double>(),
              by_hand.at("cost").at("total_s").get<double>() * (1 + 1e-9))
        << table;
  }
}

TEST_F(Auto, RespectsATable) {
  const auto json =
      json_of(kTall, {"--auto", "--sharding", file("table.txt", "x: [-, d]\nw: [-, -]\n")});
  EXPECT_EQ(json.at("values").at("x"), "[-, d]");
  EXPECT_EQ(json.at("values").at("w"), "[-, -]");
}

TEST_F(Auto, RespectsWhatTheProgramAnnotates) {
  std::string program = kTall;
  program.replace(program.find("f32[65536, 256]"), 15, "f32[65536, 256] @ [-, d]");
  EXPECT_EQ(json_of(program, {"--auto"}).at("values").at("x"), "[-, d]");
}

TEST_F(Auto, RunsOnRanks) {
  const auto json = json_of(kSmall, {"--auto", "--run", "4"});
  EXPECT_LE(json.at("max_rel_difference").get<double>(), 1e-5);
}

// The other plan is that of the table, in which nothing is cut.
TEST_F(Auto, IsHeldAgainstATable) {
  const auto json = json_of(
      kTall, {"--auto", "--against", file("whole.txt", "x: [-, -]\nw: [-, -]\nh: [-, -]\n")});
  const auto &against = json.at("against");
  EXPECT_EQ(against.at("values").at("x").at("here"), "[d, -]") << against;
  EXPECT_EQ(against.at("values").at("x").at("there"), "[-, -]");
}

TEST_F(Auto, NeedsThePassThatChooses) {
  const Captured run = plan(kTall, {"--auto", "--passes", "propagate,partition"});
  EXPECT_EQ(run.status, 2);
  EXPECT_EQ(run.out, "");
  EXPECT_THAT(run.err, HasSubstr("--auto needs the pass choose; add it to --passes"));
}

} // namespace
} // namespace brigade
