#include "plan/plan_command.hpp"

#include "brigade/core/read_file.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <set>
#include <string>
#include <vector>

// The fields of brigade-plan --json, which docs/planning.md lists.
namespace brigade {
namespace {

using nlohmann::json;
using ::testing::EndsWith;
using ::testing::HasSubstr;

const std::string kProgram =
    "mesh {x: 4}\n"
    "program p(a: f32[8, 16] @ [-, x], w: f32[16, 4] @ [x, -], r: f32[8, 4] @ [x, -]) {\n"
    "  b = dot(a, w)\n"
    "  c = reverse(r, dims=[0])\n"
    "  return add(b, c) @ [-, -]\n"
    "}\n";

using Names = std::set<std::string>;

Names fields(const json &object) {
  Names names;
  for (const auto &[name, value] : object.items())
    names.insert(name);
  return names;
}

class JsonFields : public PlanCommand {
protected:
  json planned(std::vector<std::string> more) {
    more.insert(more.end(), {"--passes", "propagate,partition,cleanup", "--json", "-"});
    const Captured run = plan(kProgram, more);
    EXPECT_EQ(run.status, 0) << run.err;
    return json::parse(run.out);
  }
};

TEST_F(JsonFields, OfACollectiveSayWhatItMovesAndWhy) {
  const json collectives = planned({}).at("collectives");
  ASSERT_EQ(collectives.size(), 2);
  for (const json &each : collectives)
    EXPECT_EQ(fields(each), (Names{"kind", "axes", "bytes", "seconds", "value", "operation",
                                   "source", "reason", "rule"}));
  const json &gather = collectives[0];
  EXPECT_EQ(gather.at("kind"), "all_gather");
  EXPECT_EQ(gather.at("axes"), json{"x"});
  EXPECT_EQ(gather.at("bytes"), 3 * 8 * 4);
  EXPECT_GT(gather.at("seconds"), 0);
  EXPECT_EQ(gather.at("value"), "r");
  EXPECT_EQ(gather.at("operation"), "reverse");
  EXPECT_THAT(gather.at("source").get<std::string>(), EndsWith("program.txt:4:7"));
  EXPECT_EQ(gather.at("reason"), "it is needed as [-, -]");
  EXPECT_EQ(gather.at("rule"), "r lies as [x, -]: annotated");
  EXPECT_EQ(collectives[1].at("kind"), "all_reduce");
}

TEST_F(JsonFields, OfACollectiveNameTheLineThatAsksForIt) {
  const std::string moves = "mesh {x: 4, y: 2}\n"
                            "block half(h: f32[8, 4, 16]) {\n"
                            "  return neg(h) @ [-, y, x]\n"
                            "}\n"
                            "program p(a: f32[8, 4, 16] @ [x, y, -], c: f32[4, 12] @ [x, -]) {\n"
                            "  b = call @half(a)\n"
                            "  return c @ [-, x], b @ [x, y, -]\n"
                            "}\n";
  const Captured run = plan(moves, {"--json", "-"});
  ASSERT_EQ(run.status, 0) << run.err;
  const json planned = json::parse(run.out), &collectives = planned.at("collectives");
  std::size_t returned = 0;
  for (const json &each : collectives) {
    EXPECT_THAT(each.at("source").get<std::string>(), HasSubstr("program.txt:")) << each;
    returned += each.at("operation") == "return" && each.at("value") == "c";
  }
  EXPECT_EQ(returned, 1) << collectives;
  EXPECT_THAT(collectives,
              ::testing::Contains(::testing::ResultOf(
                  [](const json &each) { return each.at("source").get<std::string>(); },
                  EndsWith("program.txt:7:10"))));
}

TEST_F(JsonFields, OfWhatIsWholeEverywhereSayWhatAvoidsIt) {
  const json replications = planned({}).at("replications");
  ASSERT_EQ(replications.size(), 1);
  const json &whole = replications[0];
  EXPECT_EQ(fields(whole), (Names{"value", "operation", "source", "bytes", "reason", "advice"}));
  EXPECT_EQ(whole.at("value"), "r");
  EXPECT_EQ(whole.at("operation"), "reverse");
  EXPECT_THAT(whole.at("source").get<std::string>(), EndsWith("program.txt:4:7"));
  EXPECT_EQ(whole.at("bytes"), 8 * 4 * 4);
  EXPECT_EQ(whole.at("reason"), "reverse needs dimension 0 whole");
  EXPECT_THAT(whole.at("advice").get<std::string>(), HasSubstr("r @ [-, x] avoids it"));
}

TEST_F(JsonFields, OfTheCostAddUp) {
  const json all = planned({});
  const json &cost = all.at("cost");
  EXPECT_EQ(fields(cost), (Names{"compute_s", "comm_s", "total_s", "overlapped_s", "utilisation"}));
  const double compute = cost.at("compute_s"), communication = cost.at("comm_s");
  double seconds = 0;
  for (const json &each : all.at("collectives"))
    seconds += each.at("seconds").get<double>();
  EXPECT_DOUBLE_EQ(communication, seconds);
  EXPECT_GT(compute, 0);
  EXPECT_DOUBLE_EQ(cost.at("total_s"), compute + communication);
  EXPECT_DOUBLE_EQ(cost.at("utilisation"), compute / (compute + communication));
  EXPECT_LE(cost.at("overlapped_s"), compute);
}

TEST_F(JsonFields, OfValuesAndMemory) {
  const json all = planned({});
  EXPECT_EQ(fields(all.at("values")), (Names{"a", "w", "r", "b", "c"}));
  EXPECT_EQ(all.at("values").at("a"), "[-, x]");
  EXPECT_EQ(all.at("reasons").at("a"),
            (json{{"sharding", "[-, x]"}, {"source", ""}, {"reason", "annotated"}}));
  const json &memory = all.at("memory");
  EXPECT_EQ(fields(memory), (Names{"peak_bytes", "argument_bytes", "result_bytes", "arena_bytes"}));
  EXPECT_EQ(memory.at("peak_bytes"), memory.at("argument_bytes").get<double>() +
                                         memory.at("result_bytes").get<double>() +
                                         memory.at("arena_bytes").get<double>());
}

/// Of objects in it too. Values of the program are no fields.
void add_fields(const json &each, Names &names) {
  if (each.is_array())
    for (const json &element : each)
      add_fields(element, names);
  if (!each.is_object())
    return;
  for (const auto &[name, value] : each.items()) {
    names.insert(name);
    if (name == "values" || name == "reasons")
      for (const json &of_value : value)
        add_fields(of_value, names);
    else
      add_fields(value, names);
  }
}

TEST_F(JsonFields, AreThoseOfThePage) {
  const json all = planned({"--against", file("table.txt", "a: [-, -]\n"), "--run", "4"});
  EXPECT_EQ(fields(all),
            (Names{"program", "partitioned", "values", "reasons", "collectives", "replications",
                   "cost", "memory", "against", "ranks", "max_abs_difference", "max_rel_difference",
                   "agrees", "share_of_rounding", "arena_bytes_per_rank"}));
  const std::string page = read_file(PLANNING_PAGE);
  const std::string section = page.substr(page.find("## What brigade-plan writes as JSON"));
  Names names;
  add_fields(all, names);
  for (const std::string &name : names)
    EXPECT_THAT(section, HasSubstr("`" + name + "`"));
}

} // namespace
} // namespace brigade
