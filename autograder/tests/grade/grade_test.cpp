#include "graded.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace brigade::grader {
namespace {

namespace fs = std::filesystem;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

/// All of these share their folder, so that a solution is run once.
class AnExercise : public ::testing::Test {
protected:
  static void SetUpTestSuite() { graded_ = new Graded; }
  static void TearDownTestSuite() {
    delete graded_;
    graded_ = nullptr;
  }
  static Graded *graded_;
};
Graded *AnExercise::graded_ = nullptr;

constexpr const char *kRight =
    "int sum = 0;\nMPI_Allreduce(&number, &sum, 1, MPI_INT, MPI_SUM, comm);\nreturn sum;";

std::vector<int> sizes_of(const TestResult &test) {
  std::vector<int> sizes;
  for (const TestRun &run : test.runs)
    sizes.push_back(run.size);
  return sizes;
}

TEST_F(AnExercise, PassesWithItsSolution) {
  for (const char *name : {"total", "triple", "checkpoint", "constant", "exchange", "plan"}) {
    const ExerciseResult result = graded_->grade(name, graded_->text_of(name, "solution.cpp"));
    EXPECT_EQ(result.kind, VerdictKind::pass) << name << words_of(result);
    EXPECT_DOUBLE_EQ(result.points, 10) << name;
    EXPECT_THAT(result.findings, IsEmpty()) << name;
  }
}

TEST_F(AnExercise, RunsAtTwoAndThreeRanksFirst) {
  std::vector<std::string> steps;
  GradeOptions options;
  options.progress = [&steps](std::string_view step) { steps.emplace_back(step); };
  graded_->grade("total", total_with(kRight), options);
  std::erase(steps, "the solution");
  EXPECT_THAT(steps,
              ::testing::ElementsAre("compiling", "2 ranks", "3 ranks", "1 rank", "4 ranks"));
}

TEST_F(AnExercise, IsNotStartedWhileItsStubIsUnchanged) {
  const ExerciseResult result = graded_->grade("total", graded_->text_of("total", "total.cpp"));
  EXPECT_EQ(result.kind, VerdictKind::not_started);
  EXPECT_EQ(result.points, 0);
  EXPECT_EQ(result.of, 10);
  std::string with_other_line_ends = graded_->text_of("total", "total.cpp") + "\n";
  for (std::size_t at = 0; (at = with_other_line_ends.find('\n', at)) != std::string::npos; at += 2)
    with_other_line_ends.replace(at, 1, "\r\n");
  EXPECT_EQ(graded_->grade("total", with_other_line_ends).kind, VerdictKind::not_started);
}

TEST_F(AnExercise, IsNotStartedWhileItThrowsNotImplementedEverywhere) {
  for (const char *name : {"total", "triple"}) {
    GradeOptions options;
    options.run_unchanged = true;
    const ExerciseResult result =
        graded_->grade(name, graded_->text_of(name, std::string(name) + ".cpp"), options);
    EXPECT_EQ(result.kind, VerdictKind::not_started) << name << words_of(result);
    EXPECT_EQ(result.points, 0) << name;
  }
}

TEST_F(AnExercise, ThatDoesNotCompileEarnsNothing) {
  const ExerciseResult result = graded_->grade("total", total_with("return totl;"));
  EXPECT_EQ(result.kind, VerdictKind::does_not_compile);
  ASSERT_TRUE(result.compile_failure);
  EXPECT_EQ(result.compile_failure->line, 5);
  EXPECT_EQ(result.points, 0);
}

TEST_F(AnExercise, ThatIsWrongNamesTheCommandThatRunsItAgain) {
  const ExerciseResult result = graded_->grade("total", total_with("(void)comm;\nreturn number;"));
  EXPECT_EQ(result.kind, VerdictKind::wrong) << words_of(result);
  EXPECT_EQ(result.rerun, "./kitchen grade sample.total --tests OnEveryRank --ranks 2");
  EXPECT_EQ(result.points, 0);
}

TEST_F(AnExercise, IsRunAgainWithTheSameInputsAndDelays) {
  GradeOptions options;
  options.seed = 5;
  options.runs = 2;
  const std::string wrong = total_with("(void)comm;\nreturn number;");
  EXPECT_EQ(graded_->grade("total", wrong, options).rerun,
            "./kitchen grade sample.total --tests OnEveryRank --ranks 2 --runs 2 --seed 5");
  options.chaos = true;
  options.chaos_seed = 7;
  const ExerciseResult result = graded_->grade("total", wrong, options);
  EXPECT_EQ(result.rerun,
            "./kitchen grade sample.total --tests OnEveryRank --ranks 2 --chaos 7 --seed 5");
  EXPECT_THAT(result.notes, Contains("2 of 2 runs failed."));
}

TEST_F(AnExercise, OfWhichALaterRunFailsNamesTheDelaysOfThatRun) {
  const fs::path passed = fs::temp_directory_path() / fmt::format("brigade-passed-{}", getpid());
  GradeOptions options;
  options.ranks = {2};
  options.tests = {"OnEveryRank"};
  options.runs = 3;
  options.chaos = true;
  options.chaos_seed = 7;
  const ExerciseResult result = graded_->grade(
      "total",
      total_with(fmt::format("static const bool again = std::filesystem::exists(\"{0}\");\n"
                             "MPI_Barrier(comm);\nstd::ofstream(\"{0}\").flush();\n"
                             "number += again ? 1 : 0;\n{1}",
                             passed.string(), kRight),
                 "#include <filesystem>\n#include <fstream>"),
      options);
  fs::remove(passed);
  EXPECT_THAT(result.notes, Contains("2 of 3 runs failed.")) << words_of(result);
  EXPECT_EQ(result.rerun, "./kitchen grade sample.total --tests OnEveryRank --ranks 2 --chaos 8");
}

TEST_F(AnExercise, GoesOnWithTheOtherTestsBehindAnException) {
  // Only the permuted communicator's rank 0 is another rank than the world's.
  const ExerciseResult result = graded_->grade(
      "total", total_with("if (number >= 100 || number == 3) throw std::runtime_error(\"no "
                          "permutation\");\n" +
                              std::string(kRight),
                          "#include <stdexcept>"));
  EXPECT_EQ(result.kind, VerdictKind::crashed) << words_of(result);
  EXPECT_THAT(words_of(result), HasSubstr("no permutation"));
  EXPECT_DOUBLE_EQ(test_of(result, "OnEveryRank").points, 6);
  EXPECT_DOUBLE_EQ(test_of(result, "OfAPermutedCommunicator").points, 0);
}

TEST_F(AnExercise, GoesOnBehindAnExceptionInTheFirstTest) {
  const ExerciseResult result = graded_->grade(
      "total", total_with("if (number % 10 == 7) throw std::runtime_error(\"seven\");\n" +
                              std::string(kRight),
                          "#include <stdexcept>"));
  EXPECT_EQ(result.kind, VerdictKind::crashed) << words_of(result);
  const TestResult &second = test_of(result, "OfAPermutedCommunicator");
  EXPECT_THAT(sizes_of(second), ::testing::UnorderedElementsAre(1, 2, 3, 4));
  for (const TestRun &run : second.runs)
    EXPECT_EQ(run.kind, VerdictKind::pass) << run.size;
  // The first one is mandatory.
  EXPECT_EQ(result.points, 0);
}

TEST_F(AnExercise, GoesOnBehindAnExceptionOfAPureOne) {
  const ExerciseResult result = graded_->grade(
      "triple",
      "#include \"exercise.hpp\"\n#include <stdexcept>\nnamespace kitchen {\n"
      "int triple(int number) {\n  if (number > 100) throw std::out_of_range(\"large\");\n"
      "  return 3 * number;\n}\n}\n");
  EXPECT_EQ(result.kind, VerdictKind::crashed) << words_of(result);
  EXPECT_THAT(words_of(result), HasSubstr("large"));
  EXPECT_DOUBLE_EQ(test_of(result, "OfTheSize").points, 5) << words_of(result);
  EXPECT_DOUBLE_EQ(test_of(result, "OfMore").points, 0);
}

TEST_F(AnExercise, ThatExitsWithStatusNothingDoesNotPass) {
  for (const char *call : {"std::exit(0);", "_exit(0);", "MPI_Abort(comm, 0);"}) {
    const ExerciseResult result =
        graded_->grade("total", total_with(std::string(call) + "\nreturn number;",
                                           "#include <cstdlib>\n#include <unistd.h>"));
    EXPECT_EQ(result.kind, VerdictKind::crashed) << call << words_of(result);
    EXPECT_EQ(result.points, 0) << call;
  }
}

TEST_F(AnExercise, ThatExitsInAPureOneDoesNotPass) {
  const ExerciseResult result = graded_->grade(
      "triple",
      "#include \"exercise.hpp\"\n#include <cstdlib>\nnamespace kitchen {\n"
      "int triple(int number) { if (number == 64) std::exit(0); return 3 * number; }\n}\n");
  EXPECT_EQ(result.kind, VerdictKind::crashed) << words_of(result);
  EXPECT_EQ(test_of(result, "OfTheSize").points, 0);
}

TEST_F(AnExercise, ThatCrashesNamesSignalAndLine) {
  const ExerciseResult result = graded_->grade(
      "total", total_with("volatile int *nowhere = nullptr;\nif (number == 17) return *nowhere;\n" +
                          std::string(kRight)));
  EXPECT_EQ(result.kind, VerdictKind::crashed) << words_of(result);
  EXPECT_THAT(words_of(result), HasSubstr("egmentation fault"));
  ASSERT_FALSE(result.findings.empty());
  ASSERT_FALSE(result.findings.front().stack.empty()) << words_of(result);
  EXPECT_EQ(result.findings.front().stack.front().line, 6);
}

TEST_F(AnExercise, ThatLacksAReturnElsewhereIsToldTheAssertionThatFailed) {
  const std::string lacks_a_return =
      "\nint lacks(int number) {\n  if (number > 0)\n    return 1;\n}";
  GradeOptions options;
  options.ranks = {2};
  const ExerciseResult asserted =
      graded_->grade("total",
                     total_with("assert(number != 17);\n" + std::string(kRight),
                                "#include <cassert>" + lacks_a_return),
                     options);
  EXPECT_EQ(asserted.kind, VerdictKind::crashed) << words_of(asserted);
  ASSERT_FALSE(asserted.findings.empty());
  EXPECT_THAT(asserted.findings.front().sentence, HasSubstr("Assertion 'number != 17' failed"));
  EXPECT_EQ(asserted.findings.front().cause,
            "A condition that the code itself states does not hold.");
  const ExerciseResult aborted =
      graded_->grade("total",
                     total_with("if (number == 17)\n  std::abort();\n" + std::string(kRight),
                                "#include <cstdlib>" + lacks_a_return),
                     options);
  ASSERT_FALSE(aborted.findings.empty());
  EXPECT_THAT(aborted.findings.front().cause, HasSubstr("ends without its return"));
}

TEST_F(AnExercise, ThatHangsIsNotRunAtFurtherSizes) {
  const ExerciseResult result = graded_->grade(
      "total", total_with("if (number == 7) MPI_Barrier(comm);\n" + std::string(kRight)));
  EXPECT_TRUE(result.kind == VerdictKind::hung || result.kind == VerdictKind::wrong_communication)
      << words_of(result);
  EXPECT_EQ(result.points, 0);
  EXPECT_LT(result.seconds, 30);
}

TEST_F(AnExercise, ThatHangsInOneTestIsNotSaidToFailWhereThatWasNotRun) {
  const ExerciseResult result =
      graded_->grade("total", total_with("if (number == 17) return 0;\n" + std::string(kRight)));
  EXPECT_EQ(result.kind, VerdictKind::hung) << words_of(result);
  for (const TestRun &run : test_of(result, "OnEveryRank").runs)
    EXPECT_EQ(run.kind, run.size == 2 ? VerdictKind::hung : VerdictKind::skipped) << run.size;
  for (const TestRun &run : test_of(result, "OfAPermutedCommunicator").runs)
    EXPECT_EQ(run.kind, VerdictKind::pass) << run.size;
  EXPECT_EQ(result.points, 0);
}

TEST_F(AnExercise, ThatNeedsItsSendsBufferedIsFoundByTheSecondPass) {
  const std::string text =
      "#include \"exercise.hpp\"\nnamespace kitchen {\nint exchange(int number, MPI_Comm comm) {\n"
      "  int rank = 0, size = 0, got = 0;\n  MPI_Comm_rank(comm, &rank);\n"
      "  MPI_Comm_size(comm, &size);\n"
      "  MPI_Send(&number, 1, MPI_INT, (rank + 1) % size, 0, comm);\n"
      "  MPI_Recv(&got, 1, MPI_INT, (rank + size - 1) % size, 0, comm, MPI_STATUS_IGNORE);\n"
      "  return got;\n}\n}\n";
  const ExerciseResult result = graded_->grade("exchange", text);
  EXPECT_EQ(result.kind, VerdictKind::wrong_communication) << words_of(result);
  EXPECT_THAT(words_of(result), HasSubstr("buffer"));
  GradeOptions options;
  options.second_pass = false;
  EXPECT_EQ(graded_->grade("exchange", text, options).kind, VerdictKind::pass);
}

TEST_F(AnExercise, WithPhasesKeepsWhatTheFirstOneSaved) {
  const std::string solution = graded_->text_of("checkpoint", "solution.cpp");
  std::string forgets = solution;
  forgets.replace(forgets.find("<< sum"), 6, "<< 1");
  const ExerciseResult result = graded_->grade("checkpoint", forgets);
  EXPECT_EQ(result.kind, VerdictKind::wrong) << words_of(result);
  EXPECT_DOUBLE_EQ(test_of(result, "Save").points, 4);
  EXPECT_DOUBLE_EQ(test_of(result, "Load").points, 0);
  EXPECT_THAT(sizes_of(test_of(result, "Save")), ::testing::ElementsAre(4));
  EXPECT_THAT(sizes_of(test_of(result, "Load")), ::testing::ElementsAre(3));
}

TEST_F(AnExercise, MayAskForTheSameAtEverySize) {
  const ExerciseResult result =
      graded_->grade("constant", "#include \"exercise.hpp\"\nnamespace kitchen {\n"
                                 "int constant(MPI_Comm comm) {\n  int size = 0;\n"
                                 "  MPI_Comm_size(comm, &size);\n  return 41 + size;\n}\n}\n");
  EXPECT_EQ(result.kind, VerdictKind::wrong) << words_of(result);
}

TEST_F(AnExercise, RunsOnlyWhatItIsAskedFor) {
  GradeOptions options;
  options.ranks = {3};
  options.tests = {"OnEveryRank"};
  const ExerciseResult result = graded_->grade("total", total_with(kRight), options);
  EXPECT_EQ(result.kind, VerdictKind::pass) << words_of(result);
  ASSERT_EQ(result.tests.size(), 1u);
  EXPECT_THAT(sizes_of(result.tests.front()), ::testing::ElementsAre(3));
}

TEST_F(AnExercise, IsAFaultOfTheGraderWhereTheSolutionIsBroken) {
  Exercise broken = graded_->exercise("total");
  const fs::path folder = fs::temp_directory_path() / "brigade-broken-solution";
  fs::remove_all(folder);
  fs::copy(broken.folder, folder);
  std::ofstream(folder / "solution.cpp") << "no C++";
  std::ofstream(folder / "total.cpp") << total_with(kRight);
  broken.id = "sample.broken-solution";
  broken.folder = folder;
  GradeOptions options;
  options.run_unchanged = true; // in this folder stub and work are one file
  const ExerciseResult result = grade(broken, folder, folder / "out", options);
  fs::remove_all(folder);
  EXPECT_EQ(result.kind, VerdictKind::grader_fault) << words_of(result);
}

TEST_F(AnExercise, IsSkippedWhereALayerThatItUsesIsNotToBeHad) {
  Exercise exercise = graded_->exercise("total");
  exercise.uses = {"core", "serving"};
  const ExerciseResult result = grade(exercise, exercise.folder, exercise.folder / "out", {});
  EXPECT_EQ(result.kind, VerdictKind::skipped) << words_of(result);
  EXPECT_THAT(words_of(result), HasSubstr("It needs the layer serving of the library"));
  EXPECT_EQ(result.points, 0);
}

TEST_F(AnExercise, IsAFaultOfTheGraderWhereTheRanksDoNotStartInTime) {
  Exercise slow = graded_->exercise("total");
  EXPECT_EQ(slow.limits.start_seconds, 15);
  slow.limits.start_seconds = 0.001; // sooner than any process starts
  GradeOptions options;
  options.ranks = {2};
  const ExerciseResult result = graded_->grade(slow, total_with(kRight), options);
  EXPECT_EQ(result.kind, VerdictKind::grader_fault) << words_of(result);
  ASSERT_FALSE(result.findings.empty());
  EXPECT_THAT(result.findings.front().sentence, HasSubstr("not past MPI_Init after 0.001 s"));
}

TEST_F(AnExercise, GivesTheOtherTestsLessTimeWhereOneTookAllOfIt) {
  const std::string loops = "volatile int one = 1; while (one == 1) {}";
  Exercise total = graded_->exercise("total"), triple = graded_->exercise("triple");
  total.limits.seconds = triple.limits.seconds = 2;
  GradeOptions options;
  options.ranks = {2};
  for (const ExerciseResult &result :
       {graded_->grade(total, total_with(loops + " return 0;"), options),
        graded_->grade(triple, "#include \"exercise.hpp\"\n"
                               "int kitchen::triple(int) { " +
                                   loops + " return 0; }")}) {
    EXPECT_EQ(result.kind, VerdictKind::over_limit) << words_of(result);
    EXPECT_THAT(words_of(result), HasSubstr("not done after 2 s"));
    EXPECT_THAT(words_of(result), HasSubstr("not done after 0.5 s"));
    EXPECT_THAT(result.findings.front().where, HasSubstr(".cpp:")) << words_of(result);
  }
}

TEST_F(AnExercise, IsHungWhereAStaticObjectNeverEnds) {
  const std::string sleeps = "#include <unistd.h>\nstatic const unsigned before_main = sleep(100);";
  for (const auto &[name, text] :
       {std::pair<std::string, std::string>{"total", total_with(kRight, sleeps)},
        {"triple", graded_->text_of("triple", "solution.cpp") + sleeps}}) {
    Exercise slow = graded_->exercise(name);
    slow.limits.start_seconds = 4; // that the test need not wait so long
    const ExerciseResult result = graded_->grade(slow, text);
    EXPECT_EQ(result.kind, VerdictKind::hung) << words_of(result);
    EXPECT_DOUBLE_EQ(result.points, 0);
    ASSERT_FALSE(result.findings.empty());
    EXPECT_EQ(result.findings.front().sentence,
              "The program never came to main(): a static object or initialiser of yours never "
              "ends.");
    EXPECT_LT(result.seconds, 30) << "it is tried once";
  }
}

TEST_F(AnExercise, LabelsWhatItPrintsByRank) {
  GradeOptions options;
  options.ranks = {2};
  const ExerciseResult result =
      graded_->grade("total",
                     total_with("std::printf(\"mine is %d\\n\", number);\n" + std::string(kRight),
                                "#include <cstdio>"),
                     options);
  EXPECT_THAT(result.output, HasSubstr("[1] mine is 17\n")) << words_of(result);
}

} // namespace
} // namespace brigade::grader
