#include "plan/plan_command.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

// brigade-plan --run: the plan on ranks, against the interpreter.
namespace brigade {
namespace {

using ::testing::ContainsRegex;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::StartsWith;

const std::string kMlp = R"(mesh {x: 2, y: 2}
program mlp(a: f32[7, 12] @ [x, -], b: f32[12, 5] @ [-, y], c: f32[5]) {
  d = dot(a, b)
  e = tanh(add(d, broadcast(c, [7, 5], dims=[1])))
  return e @ [x, y], sum(e, dims=[0]), argmax(e, dims=[1])
}
)";

const std::string kEmbedding = R"(mesh {x: 2, y: 2}
block loss(table: f32[9, 6], w: f32[6, 10], ids: i32[7]) {
  h = gather(table, ids)
  z = dot(h, w)
  return sum(mul(z, z), dims=[0, 1])
}
program step(table: f32[9, 6] @ [x, -], w: f32[6, 10] @ [-, y], ids: i32[7]) {
  loss = call @loss(table, w, ids)
  dtable, dw = grad(@loss, table, w, ids, wrt=[0, 1])
  return loss, dtable @ [x, -], dw @ [-, y]
}
)";

// No loop, and hardly anything to work in.
const std::string kProduct = R"(mesh {x: 2}
program product(a: f32[4, 6] @ [-, x], b: f32[6, 2] @ [x, -]) {
  return dot(a, b) @ [-, -]
}
)";

const std::string kStep = R"(mesh {data: 4, model: 2}
block loss(w: f32[96, 160], v: f32[160, 48], b: f32[160], x: f32[240, 96]) {
  h = relu(add(dot(x, w), broadcast(b, [240, 160], dims=[1])))
  y = dot(h, v)
  return sum(mul(y, y), dims=[0, 1])
}
program step(w: f32[96, 160] @ [-, model], v: f32[160, 48] @ [model, -], b: f32[160] @ [model],
             x: f32[240, 96] @ [data, -]) {
  dw, dv, db = grad(@loss, w, v, b, x, wrt=[0, 1, 2])
  return sub(w, mul(dw, const(f32[96, 160], 0.1))) @ [-, model],
         sub(v, mul(dv, const(f32[160, 48], 0.1))) @ [model, -], sub(b, db) @ [model]
}
)";

class Run : public PlanCommand {};

TEST_F(Run, AgreesWithTheInterpreter) {
  for (const std::string &program : {kMlp, kEmbedding}) {
    const Captured run = plan(program, {"--run", "4", "--json", "-"});
    ASSERT_EQ(run.status, 0) << run.err;
    EXPECT_EQ(run.err, "") << "nobody waits at a terminal";
    const auto json = nlohmann::json::parse(run.out);
    EXPECT_EQ(json.at("ranks"), 4);
    EXPECT_LE(json.at("max_rel_difference").get<double>(), 1e-5);
    EXPECT_LE(json.at("max_abs_difference").get<double>(), 1e-3);
    EXPECT_EQ(json.at("agrees"), true);
    EXPECT_LE(json.at("share_of_rounding").get<double>(), 1e-2);
  }
  EXPECT_TRUE(temporary_folder_is_empty());
}

TEST_F(Run, TakesTheMemoryThatThePlanSaid) {
  for (const auto &[program, ranks] : {std::pair(kProduct, 2), std::pair(kMlp, 4),
                                       std::pair(kEmbedding, 4), std::pair(kStep, 8)}) {
    const Captured run = plan(program, {"--run", std::to_string(ranks), "--json", "-"});
    ASSERT_EQ(run.status, 0) << run.err;
    const auto json = nlohmann::json::parse(run.out);
    const auto &memory = json.at("memory");
    const double said = memory.at("arena_bytes");
    const std::vector<double> took = json.at("arena_bytes_per_rank");
    ASSERT_EQ(took.size(), static_cast<std::size_t>(ranks));
    EXPECT_NEAR(*std::ranges::max_element(took), said, 0.1 * said);
    EXPECT_EQ(memory.at("peak_bytes").get<double>(), said +
                                                         memory.at("argument_bytes").get<double>() +
                                                         memory.at("result_bytes").get<double>());
  }
}

// What is made of a rounded number is no more exact than that, whatever its type.
TEST_F(Run, TakesRoundingForWhatItIs) {
  const Captured run =
      plan("mesh {x: 4}\nprogram p(a: f32[1000] @ [x], b: f32[1000] @ [x]) {\n"
           "  s = sum(mul(a, b), dims=[0])\n"
           "  return convert(s, f64), convert(mul(s, const(f32[], 1e6)), i32)\n}\n",
           {"--run", "4"});
  EXPECT_EQ(run.status, 0) << run.err;
}

TEST_F(Run, ComparesBarriersByTheirElements) {
  const Captured run = plan("mesh {x: 2}\nprogram p(a: f32[40, 50, 60], b: f32[30, 40, 50]) {\n"
                            "  c, d = barrier(a, b)\n  return c, d\n}\n",
                            {"--run", "2"});
  EXPECT_EQ(run.status, 0) << run.err;
}

TEST_F(Run, SaysSoInTheText) {
  const Captured run = plan(kMlp, {"--mesh", "x=3", "--run", "3"});
  EXPECT_EQ(run.status, 2) << "the program names an axis that this mesh lacks";
  const Captured other = plan(kMlp, {"--mesh", "x=3,y=1", "--run", "3"});
  EXPECT_EQ(other.status, 0) << other.err;
  EXPECT_THAT(other.out, HasSubstr("Run on 3 ranks: largest difference from the interpreter"));
  EXPECT_THAT(other.out, ContainsRegex("\nThey agree within rounding: result [0-9], which differs "
                                       "most, has [0-9.e-]+ % of what rounding to f32 may make "
                                       "\\(0.001 of its largest number\\).\n$"));
}

TEST_F(Run, SaysThatNothingDiffersWhereNothingIsRounded) {
  const Captured run = plan("mesh {x: 2}\nprogram p(a: i32[8] @ [x]) { return mul(a, a) }\n",
                            {"--run", "2"});
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_THAT(run.out, EndsWith("\nThe results are the same.\n"));
}

// The two sums are the same number but for rounding, of which nothing but that is left.
const std::string kCancelling = R"(mesh {x: 4}
program p(a: f32[4000] @ [x]) {
  s = sum(a, dims=[0])
  t = sum(mul(a, const(f32[4000], 3)), dims=[0])
  return mul(sub(mul(s, const(f32[], 3)), t), const(f32[], 1e6))
}
)";

TEST_F(Run, EndsWithOneWhereTheResultsDifferByMoreThanRoundingExplains) {
  const Captured run = plan(kCancelling, {"--run", "4"});
  EXPECT_EQ(run.status, 1);
  EXPECT_THAT(run.out,
              ContainsRegex("\nThey do not agree: result 0 differs by [0-9.e+]+ times what "
                            "rounding to f32 may make \\(0.001 of its largest number"));
  EXPECT_THAT(run.err, StartsWith("brigade: error: the ranks' results differ from the "
                                  "interpreter's by more than rounding explains: "));
  EXPECT_EQ(std::ranges::count(run.err, '\n'), 1) << run.err;
  const Captured as_json = plan(kCancelling, {"--run", "4", "--json", "-"});
  EXPECT_EQ(as_json.status, 1);
  EXPECT_EQ(nlohmann::json::parse(as_json.out).at("agrees"), false);
}

TEST_F(Run, NeedsARankForEachDevice) {
  const Captured run = plan(kMlp, {"--run", "3"});
  EXPECT_EQ(run.status, 2);
  EXPECT_EQ(run.out, "");
  EXPECT_EQ(run.err, "brigade: error: --run 3: the mesh {x: 2, y: 2} has 4 devices, and a rank "
                     "drives one; give --run 4, or a --mesh whose sizes multiply to 3\n");
}

TEST_F(Run, EndsWithOneLineWhereTheProgramFailsOnRanks) {
  const Captured run = plan("mesh {x: 2}\nprogram p(a: i32[4] @ [x]) {\n"
                            "  z = const(i32[4], 0)\n  return div(a, z)\n}\n",
                            {"--run", "2"});
  EXPECT_EQ(run.status, 2);
  EXPECT_THAT(run.err, StartsWith("brigade: error: "));
  EXPECT_EQ(std::ranges::count(run.err, '\n'), 1) << run.err;
  EXPECT_THAT(run.err, HasSubstr("program.txt:4:10: div: ")) << "the user's file and line";
  EXPECT_TRUE(temporary_folder_is_empty());
}

// A machine whose nodes have two devices each, which compute while messages go between nodes.
const std::string kNodesOfTwo = R"({"name": "nodes of two", "flops_per_second": 1e11,
  "memory_bytes_per_second": 1e10, "devices_per_node": 2,
  "inside": {"latency_seconds": 5e-7, "seconds_per_byte": 5e-10, "overlaps": false},
  "between": {"latency_seconds": 2e-5, "seconds_per_byte": 8e-10, "overlaps": true}})";

// A product is summed over two nodes, and its sum awaited when all else is done. Of the quotients
// each rank has one.
std::string division_by(const std::string &divisor) {
  return "mesh {x: 4}\nprogram p(a: f32[64, 64] @ [-, x], b: f32[64, 64] @ [x, -], c: i32[4] @ "
         "[x]) "
         "{\n  s = dot(a, b)\n  return s @ [-, -], div(c, " +
         divisor + ") @ [x]\n}\n";
}

TEST_F(Run, TakesTheMemoryThatThePlanSaidWhereMessagesAreOnTheirWay) {
  const std::string program = R"(mesh {x: 2, y: 2}
program nodes(a: f32[96, 96] @ [-, x], b: f32[96, 96] @ [x, -], c: f32[96, 96] @ [-, y]) {
  e = constraint(dot(a, b)) @ [-, x]
  i = constraint(dot(c, b)) @ [-, -]
  t = dot(i, i)
  return dot(dot(t, t), e) @ [-, x]
}
)";
  // The same program for both, in the order in which it is written.
  const auto arena = [&](const std::string &profile) {
    const Captured run = plan(program, {"--profile", profile, "--passes", "propagate,partition",
                                        "--run", "4", "--json", "-"});
    EXPECT_EQ(run.status, 0) << run.err;
    const auto json = nlohmann::json::parse(run.out);
    const std::vector<double> took = json.at("arena_bytes_per_rank");
    const double said = json.at("memory").at("arena_bytes");
    EXPECT_NEAR(*std::ranges::max_element(took), said, 0.1 * said);
    return said;
  };
  EXPECT_GT(arena(file("nodes.json", kNodesOfTwo)), 1.1 * arena("uniform"))
      << "what is on its way takes memory";
}

TEST_F(Run, EndsWithOneLineWhereAStepFailsWhileMessagesAreOnTheirWay) {
  const std::string profile = file("nodes.json", kNodesOfTwo);
  // On all ranks, and on the first one alone, for which the others wait.
  for (const char *divisor : {"const(i32[4], 0)", "iota([4], dim=0)"}) {
    const std::string program = division_by(divisor);
    const Captured planned = plan(program, {"--profile", profile, "--json", "-"});
    ASSERT_EQ(planned.status, 0) << planned.err;
    const std::string partitioned = nlohmann::json::parse(planned.out).at("partitioned");
    ASSERT_LT(partitioned.find("all_reduce"), partitioned.find("div(")) << partitioned;
    const Captured run = plan(program, {"--profile", profile, "--run", "4"});
    EXPECT_EQ(run.status, 2);
    EXPECT_THAT(run.err, StartsWith("brigade: error: "));
    EXPECT_EQ(std::ranges::count(run.err, '\n'), 1) << run.err;
    EXPECT_THAT(run.err, HasSubstr("program.txt:4:22: div: an integer is divided by zero"));
    EXPECT_TRUE(temporary_folder_is_empty());
  }
}

// The ranks are told the program's lines, and the JSON names them.
TEST_F(Run, TakesFilesOfAnyName) {
  for (const char *name : {"new\nline.txt", "l\xfct.txt"}) {
    const Captured run = capture({BRIGADE_PLAN, file(name, kMlp), "--run", "4", "--json", "-"});
    ASSERT_EQ(run.status, 0) << run.err;
    const auto json = nlohmann::json::parse(run.out);
    EXPECT_EQ(json.at("ranks"), 4);
    EXPECT_THAT(json.at("collectives").at(0).at("source").get<std::string>(),
                HasSubstr(name[0] == 'n' ? "/new\nline.txt:" : "/l\uFFFDt.txt:"));
  }
}

TEST_F(Run, NeedsAFolderForTemporaryFiles) {
  const Captured run = plan(kMlp, {"--run", "4"}, "/there/is/no/such/folder");
  EXPECT_EQ(run.status, 3);
  EXPECT_THAT(run.err, HasSubstr("set TMPDIR"));
}

} // namespace
} // namespace brigade
