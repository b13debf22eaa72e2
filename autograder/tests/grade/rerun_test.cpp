#include "grader/grade/write_up.hpp"

#include <gtest/gtest.h>

#include <string>

namespace brigade::grader {
namespace {

/// Of an exercise with the TESTs First, Second and Third, of which `failed` did on three ranks.
std::string rerun_where_fails(const std::string &failed, const GradeOptions &options = {},
                              const std::vector<Phase> &phases = {}) {
  Exercise exercise;
  exercise.id = "made-up.exercise";
  exercise.points = {{"First", 4, false}, {"Second", 4, false}, {"Third", 2, false}};
  exercise.phases = phases;
  ExerciseResult result;
  Finding finding;
  finding.test = failed;
  finding.size = 3;
  result.findings = {finding};
  finish_result(exercise, options, result);
  return result.rerun;
}

TEST(TheCommandThatRunsItAgain, NamesTheTestsUpToTheOneThatFailed) {
  // A static of First's, and the calls by which First's delays were drawn, are there again.
  EXPECT_EQ(rerun_where_fails("First"), "./kitchen grade made-up.exercise --tests First --ranks 3");
  EXPECT_EQ(rerun_where_fails("Second"),
            "./kitchen grade made-up.exercise --tests First Second --ranks 3");
  EXPECT_EQ(rerun_where_fails("Third"), "./kitchen grade made-up.exercise --ranks 3");
}

TEST(TheCommandThatRunsItAgain, NamesNoTestThatWasNotRun) {
  GradeOptions options;
  options.tests = {"Third", "Second"};
  EXPECT_EQ(rerun_where_fails("Second", options),
            "./kitchen grade made-up.exercise --tests Second --ranks 3");
  EXPECT_EQ(rerun_where_fails("Third", options),
            "./kitchen grade made-up.exercise --tests Second Third --ranks 3");
}

TEST(TheCommandThatRunsItAgain, RunsEveryPhase) {
  EXPECT_EQ(rerun_where_fails("First", {}, {{"Suite.First", 3}, {"Suite.Second", 3}}),
            "./kitchen grade made-up.exercise --ranks 3");
}

} // namespace
} // namespace brigade::grader
