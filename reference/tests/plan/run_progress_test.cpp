#include "run_progress.hpp"

#include "brigade/ir/parse.hpp"
#include "run_program/interpreter_steps.hpp"

#include <gmock/gmock.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

// What brigade-plan --run shows while the interpreter works.
namespace brigade::plan {
namespace {

using ::testing::HasSubstr;

class RunProgressLines : public ::testing::Test {
protected:
  RunProgressLines()
      : folder_((std::filesystem::temp_directory_path() / "brigade-progress-XXXXXX").string()) {
    folder_ = ::mkdtemp(folder_.data());
  }
  ~RunProgressLines() override { std::filesystem::remove_all(folder_); }

  /// What a run of so many steps writes that has done half of them after a second, when it is 40 s
  /// old.
  std::string shown(double steps, Terminal terminal) {
    char *text = nullptr;
    std::size_t size = 0;
    std::FILE *stream = open_memstream(&text, &size);
    {
      RunProgress progress(8, steps, folder_ + "/steps", terminal, stream);
      std::ofstream(folder_ + "/steps") << steps / 2 << "\n";
      for (const double seconds : {1, 5, 14, 16, 17, 40})
        progress.show(seconds);
    }
    std::fclose(stream);
    const std::string written(text, size);
    std::free(text);
    return written;
  }

private:
  std::string folder_;
};

TEST_F(RunProgressLines, SayBeforehandWhatTakesLongAndNowAndThenHowFarItIs) {
  EXPECT_EQ(shown(100 * kInterpreterStepsPerSecond, {.is_terminal = false}),
            "brigade: running on 8 ranks, and then on one device by the interpreter, which takes "
            "long: about 100 s for 2.0e+10 steps; smaller sizes take less\n"
            "brigade: 50 % of the interpreter's steps are done after 16 s\n"
            "brigade: 50 % of the interpreter's steps are done after 40 s\n");
}

TEST_F(RunProgressLines, AreABarOnATerminal) {
  const std::string bar = shown(1e6, {.is_terminal = true, .columns = 80});
  EXPECT_THAT(bar, HasSubstr("\033[K....................   0 %  0 s  on 8 ranks"));
  EXPECT_THAT(bar, HasSubstr("\033[K##########..........  50 %  5 s  on 8 ranks"));
}

TEST(InterpreterSteps, AreThoseOfWhatACallDoesAndNotOfTheCall) {
  const Program program = parse_program("block f(a: f32[3, 5]) { return neg(a) }\n"
                                        "program p(a: f32[3, 5]) { return call @f(a) }\n",
                                        "text");
  const Block &f = program.block("f");
  EXPECT_EQ(interpreter_steps(f, f.instructions[0]), 3 * 5 + 10 * 3 * 5);
  EXPECT_EQ(interpreter_steps(program.main(), program.main().instructions[0]), 0);
  EXPECT_EQ(interpreter_steps(program), 3 * 5 + 2 * 10 * 3 * 5) << "and the parameter";
}

TEST(InterpreterSteps, AreTheLoopsOfADotAndTheElementsOfAnythingElse) {
  const auto steps = [](const std::string &parameters, const std::string &instruction) {
    const Program program =
        parse_program("program p(" + parameters + ") { return " + instruction + " }", "text");
    return interpreter_steps(program.main(), program.main().instructions.at(0));
  };
  EXPECT_EQ(steps("a: f32[6, 10], b: f32[10, 4]", "dot(a, b)"), 6 * 10 * 4 + 10 * 6 * 4);
  EXPECT_EQ(steps("a: f32[6, 10]", "sum(a, dims=[0])"), 60 + 10 * 10);
  EXPECT_EQ(steps("a: f32[6, 10]", "concat(a, a, a, dim=0)"), 60 + 10 * 180);
  EXPECT_EQ(steps("a: f32[6, 10]", "reverse(a, dims=[0, 1])"), 60 + 10 * 60);
  EXPECT_EQ(steps("t: f32[50000, 8], i: i32[3]", "gather(t, i)"), 3 + 10 * 3 * 8);
}

} // namespace
} // namespace brigade::plan
