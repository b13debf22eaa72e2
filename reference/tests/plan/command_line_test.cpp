#include "plan/plan_command.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <chrono>
#include <sstream>
#include <string>

// What brigade-plan says of a command line that is wrong, and how it ends.
namespace brigade {
namespace {

using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

const std::string kProgram =
    "mesh {x: 2}\nprogram p(a: f32[8, 4] @ [x, -]) { return sum(a, dims=[0]) }\n";

class CommandLine : public PlanCommand {
protected:
  std::string error_of(const std::vector<std::string> &options) {
    const Captured run = plan(kProgram, options);
    EXPECT_EQ(run.status, 2);
    EXPECT_EQ(run.out, "");
    EXPECT_THAT(run.err, StartsWith("brigade: error: "));
    EXPECT_EQ(std::ranges::count(run.err, '\n'), 1) << run.err;
    return run.err;
  }
};

TEST_F(CommandLine, AnEmptyValueIsNotTakenForNone) {
  for (const char *option :
       {"--mesh", "--sharding", "--against", "--profile", "--passes", "--run", "--json", "--dot",
        "--svg", "--implicit-communication", "--model", "--layers"}) {
    EXPECT_THAT(error_of({option, ""}), HasSubstr(std::string(option) + " is ''; "));
    EXPECT_THAT(error_of({std::string(option) + "="}),
                HasSubstr(std::string(option) + " needs a value"));
    EXPECT_THAT(error_of({option}), HasSubstr(std::string(option) + " needs a value"));
  }
}

TEST_F(CommandLine, WritesOverNothingThatItReadsOrHasWritten) {
  const std::string program = file("program.txt", kProgram);
  EXPECT_THAT(error_of({"--json", program}), HasSubstr("that is the file of the program too"));
  EXPECT_THAT(error_of({"--json", "a.out", "--dot", "./a.out"}),
              HasSubstr("--dot ./a.out: that is the file of --json too; give it another"));
}

TEST_F(CommandLine, TellsTwiceFromWithoutAValue) {
  EXPECT_THAT(error_of({"--mesh", "x=2", "--mesh", "x=4"}),
              HasSubstr("--mesh is given more than once"));
}

TEST_F(CommandLine, SummaryLeavesTheProgramsOut) {
  const Captured all = plan(kProgram, {"--run", "2"}),
                 summary = plan(kProgram, {"--run", "2", "--summary"});
  ASSERT_EQ(summary.status, 0) << summary.err;
  EXPECT_THAT(all.out, AllOf(HasSubstr("On every device:"), EndsWith(summary.out)));
  EXPECT_THAT(summary.out, AllOf(StartsWith("Collective "), HasSubstr("Modelled time"),
                                 HasSubstr("Memory of a device"), HasSubstr("Run on 2 ranks")));
  EXPECT_THAT(error_of({"--summary", "--passes", "propagate"}),
              HasSubstr("--summary needs the pass partition"));
  EXPECT_THAT(error_of({"--summary", "--against", file("table.txt", "a: [-, -]\n")}),
              HasSubstr("--against prints no programs; leave --summary out"));
}

TEST_F(CommandLine, HelpFitsATerminalOf80Columns) {
  const Captured run = plan(kProgram, {"--help"});
  EXPECT_EQ(run.status, 0);
  std::istringstream text(run.out);
  for (std::string line; std::getline(text, line);)
    if (!line.starts_with("Usage: ")) // says the program's whole path
      EXPECT_LE(std::ranges::count_if(
                    line, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }),
                80)
          << line;
}

TEST_F(CommandLine, NamesTheOptionThatAMisspelledOneIsNearTo) {
  EXPECT_THAT(error_of({"--shardng", "table.txt"}),
              EndsWith("there is no option --shardng (did you mean '--sharding'?) (see "
                       "brigade-plan --help)\n"));
  EXPECT_THAT(error_of({"-mesh=x=2"}), HasSubstr("no option -mesh (did you mean '--mesh'?)"));
  EXPECT_THAT(error_of({"--frobnicate"}), HasSubstr("no option --frobnicate (see "));
}

TEST_F(CommandLine, OfAnAxisThatTheMeshLacksSaysTheMeshThatHasIt) {
  const std::string program =
      "mesh {data: 2, model: 2}\n"
      "program p(a: f32[8, 4] @ [data, model]) { return sum(a, dims=[0]) }\n";
  const Captured run = plan(program, {"--mesh", "data=2"});
  EXPECT_EQ(run.status, 2);
  EXPECT_THAT(run.err, EndsWith("its axes are data; --mesh data=2,model=1 would work\n"));
  EXPECT_EQ(plan(program, {"--mesh", "data=2,model=1"}).status, 0);
  const std::string table = file("table.txt", "a: [x, y]\n");
  EXPECT_THAT(error_of({"--mesh", "x=2", "--sharding", table}),
              EndsWith("; --mesh x=2,y=1 would work\n"));
  EXPECT_THAT(
      plan("mesh {data: 2}\nprogram p(a: f32[8] @ [model]) { return a }\n", {"--mesh", "data=4"})
          .err,
      EndsWith("its axes are data\n"));
}

TEST_F(CommandLine, SaysWhatWouldWork) {
  EXPECT_THAT(error_of({"--run", "0"}),
              EndsWith("--run is '0'; a number of ranks from 1 to 9999 is expected\n"));
  EXPECT_THAT(error_of({"--run", "two"}), HasSubstr("--run is 'two'; "));
  EXPECT_THAT(error_of({"--mesh", "x=2,"}),
              HasSubstr("'' is no axis with its size, as in x=4,y=2"));
  EXPECT_THAT(error_of({"--mesh", "x=0"}), HasSubstr("'x=0' is no axis with its size"));
  EXPECT_THAT(error_of({"--passes", "propagate,"}), HasSubstr("the passes are propagate,choose"));
}

TEST_F(CommandLine, ImplicitCommunicationIsAllowedWarnedOfOrRefused) {
  const std::string program =
      "mesh {x: 2}\nprogram p(a: f32[8, 4] @ [x, -]) { return reverse(a, dims=[0]) @ [-, -] }\n";
  const std::string option = "--implicit-communication";
  const std::string words = "program.txt:2:43: reverse needs a (f32[8, 4])";
  EXPECT_EQ(plan(program, {}).err, "");
  const Captured warned = plan(program, {option, "warn"});
  EXPECT_EQ(warned.status, 0);
  EXPECT_THAT(warned.out, HasSubstr("On every device:"));
  EXPECT_THAT(warned.err,
              AllOf(StartsWith("brigade: warning: implicit communication: "), HasSubstr(words)));
  EXPECT_EQ(std::ranges::count(warned.err, '\n'), 1) << warned.err;
  const Captured refused = plan(program, {option, "error"});
  EXPECT_EQ(refused.status, 2);
  EXPECT_EQ(refused.out, "");
  EXPECT_THAT(refused.err,
              AllOf(StartsWith("brigade: error: implicit communication: "), HasSubstr(words)));
  EXPECT_EQ(std::ranges::count(refused.err, '\n'), 1) << refused.err;
  EXPECT_EQ(plan(kProgram, {option, "error"}).status, 0) << "sums are expected";
  EXPECT_THAT(error_of({option, "never"}), HasSubstr("allow, warn or error is expected"));
  EXPECT_THAT(error_of({option, "warn", "--passes", "propagate"}),
              HasSubstr(option + " needs the pass partition"));
}

TEST_F(CommandLine, NamesTheFileOfAProgramThatItCannotPlan) {
  struct Row {
    const char *program, *message;
  };
  for (const Row &row : std::initializer_list<Row>{
           {"mesh {x: 2}\nprogram p(a: f32[4]) {\n  b = neg(a)\n  return b @ [-] {unreduced x} }\n",
            "program.txt:4:10: b shall be returned as [-] {unreduced x}, and lies as [-]: "},
           {"mesh {a: 1, b: 1, c: 1, d: 1, e: 1, f: 1, g: 1, h: 1, i: 2}\n"
            "program p(a: f32[4]) { return neg(a) }\n",
            "program.txt:1:6: the mesh has 9 axes; a program's mesh has at most 8"},
           {"mesh {x: 2}\nprogram p(a: f32[4]) {\n  return all_reduce(a, axes=[x], op=sum) }\n",
            "program.txt:3:10: all_reduce has no rule"},
           {"mesh {x: 2}\nblock f(a: f32[4]) { return neg(a) }\nprogram p(a: f32[4]) {\n"
            "  return manual @f(a, axes=[x]) }\n",
            "program.txt:4:10: manual in @p cannot be planned"},
       }) {
    const Captured run = plan(row.program, {});
    EXPECT_EQ(run.status, 2) << row.program;
    EXPECT_THAT(run.err, HasSubstr(row.message));
  }
}

TEST_F(CommandLine, RanksAreDevicesByTheirIds) {
  const Captured run =
      plan("mesh {x: 2} devices=[0, 5]\nprogram p(a: f32[4] @ [x]) { return a }\n", {"--run", "2"});
  EXPECT_EQ(run.status, 2);
  EXPECT_THAT(run.err,
              HasSubstr("--run 2: the mesh has a device 5, and ranks are numbered 0 to 1"));
}

TEST_F(CommandLine, PipedOutputIsPlain) {
  const Captured run = plan(kProgram, {});
  EXPECT_EQ(run.status, 0);
  EXPECT_THAT(run.out, Not(HasSubstr("\033")));
  EXPECT_EQ(run.err, "");
}

TEST_F(CommandLine, SaysWhichFilesItWrote) {
  const std::string plan_file = temporary_folder() + "/plan", json = plan_file + ".json",
                    dot = plan_file + ".dot", svg = plan_file + ".svg";
  const Captured run = plan(kProgram, {"--json", json, "--dot", dot, "--svg", svg});
  EXPECT_EQ(run.status, 0);
  EXPECT_EQ(run.err, "brigade: wrote " + json + "\nbrigade: wrote " + dot + "\nbrigade: wrote " +
                         svg + "\n");
  EXPECT_EQ(plan(kProgram, {"--json", "-"}).err, "");
}

TEST_F(CommandLine, RefusesToRunWhatTheInterpreterWouldTakeTooLongFor) {
  const Captured run = plan("mesh {x: 2}\n"
                            "program p(a: f32[8192, 8192] @ [x, -], b: f32[8192, 8192]) {\n"
                            "  c = dot(a, b)\n  return relu(c)\n}\n",
                            {"--run", "2"});
  EXPECT_EQ(run.status, 2);
  EXPECT_EQ(run.out, "");
  EXPECT_THAT(run.err, EndsWith("program.txt:3:7, f32[8192, 8192], or leave --run out\n"));
}

TEST_F(CommandLine, ARunEndsSoonAfterItIsToldTo) {
  const std::string program =
      file("long.txt", "mesh {x: 2}\n"
                       "program p(a: f32[1500, 1500] @ [x, -], b: f32[1500, 1500]) {\n"
                       "  c = dot(a, b)\n  return relu(c)\n}\n");
  for (const auto &[signal, status] : {std::pair{"TERM", 143}, {"INT", 130}}) {
    const auto begin = std::chrono::steady_clock::now();
    const Captured run =
        capture({"env", "TMPDIR=" + temporary_folder(), "timeout", "--preserve-status",
                 "--signal=" + std::string(signal), "2", BRIGADE_PLAN, program, "--run", "2"});
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    EXPECT_EQ(run.status, status) << run.err;
    EXPECT_LT(took.count(), 2 + 5) << "seconds; it used to take ten more";
    EXPECT_TRUE(temporary_folder_is_empty()) << signal;
  }
}

} // namespace
} // namespace brigade
