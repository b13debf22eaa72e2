#include "made_up_launch.hpp"

#include "brigade/core/read_file.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>

namespace brigade::grader {
namespace {

using enum VerdictKind;

double points(const Exercise &exercise, const std::vector<TestRun> &runs) {
  double sum = 0;
  for (const TestResult &result : award(exercise, runs))
    sum += result.points;
  return sum;
}

TEST(Award, SizesThatDivideAndThoseThatDoNotEarnHalfEach) {
  const Exercise exercise = testing::exercise_of({1, 2, 3});
  const TestRun one{"Test", 1, pass, 0, true};
  EXPECT_EQ(points(exercise, {one, {"Test", 2, pass, 0, true}, {"Test", 3, pass, 0, false}}), 10);
  EXPECT_EQ(points(exercise, {one, {"Test", 2, pass, 0, true}, {"Test", 3, wrong, 0, false}}), 5);
  EXPECT_EQ(points(exercise, {one, {"Test", 2, wrong, 0, true}, {"Test", 3, pass, 0, false}}), 5);
  EXPECT_EQ(points(exercise, {one, {"Test", 2, hung, 0, true}, {"Test", 3, hung, 0, false}}), 0);
}

TEST(Award, TheExampleInTheReadmeOfTheExercisesIsSo) {
  const Exercise exercise = testing::exercise_of({1, 2, 3, 4, 8});
  std::vector<TestRun> runs;
  for (const int size : exercise.ranks)
    runs.push_back({"Test", size, 8 % size == 0 ? pass : wrong, 0, 8 % size == 0});
  std::string readme = read_file(EXERCISES_README);
  std::ranges::replace(readme, '\n', ' ');
  EXPECT_THAT(readme, ::testing::HasSubstr(fmt::format(
                          "a TEST of {:g} points that cuts 8 rows, right at n = 1, 2, 4 and 8 and "
                          "wrong at 3, earns {:g}.",
                          exercise.points.at(0).points, points(exercise, runs))));
}

TEST(Award, OneRankAloneEarnsNothing) {
  const Exercise exercise = testing::exercise_of({1, 2});
  EXPECT_EQ(points(exercise, {{"Test", 1, pass, 0, true}, {"Test", 2, wrong, 0, true}}), 0);
  EXPECT_EQ(points(exercise, {{"Test", 1, pass, 0, true}}), 0);
}

TEST(Award, OneRankThatFailsTakesTheHalfOfTheSizesThatDivide) {
  const Exercise exercise = testing::exercise_of({1, 2, 3});
  EXPECT_EQ(points(exercise, {{"Test", 1, wrong, 0, true},
                              {"Test", 2, pass, 0, true},
                              {"Test", 3, pass, 0, false}}),
            5);
}

TEST(Award, OnlyOneKindOfSizesEarnsAll) {
  const Exercise exercise = testing::exercise_of({2, 4});
  EXPECT_EQ(points(exercise, {{"Test", 2, pass, 0, true}, {"Test", 4, pass, 0, true}}), 10);
  EXPECT_EQ(points(exercise, {{"Test", 2, pass, 0, true}, {"Test", 4, wrong, 0, true}}), 0);
}

TEST(Award, AnExerciseOfOneSizeEarnsAllThere) {
  Exercise exercise = testing::exercise_of({});
  exercise.sizes = {1};
  EXPECT_EQ(points(exercise, {{"Test", 1, pass, 0, true}}), 10);
  EXPECT_EQ(points(exercise, {{"Test", 1, wrong, 0, true}}), 0);
}

TEST(Award, ASizeThatWasNotRunEarnsNothing) {
  const Exercise exercise = testing::exercise_of({2, 3});
  EXPECT_EQ(points(exercise, {{"Test", 2, pass, 0, true}}), 0);
}

TEST(Award, APhaseRunsAtItsOwnSize) {
  Exercise exercise = testing::exercise_of({2, 3});
  exercise.phases = {{"Suite.Test", 4}};
  EXPECT_EQ(points(exercise, {{"Test", 4, pass, 0, true}}), 10);
}

TEST(Award, AMandatoryTestTakesAll) {
  Exercise exercise = testing::exercise_of({2});
  exercise.points = {{"Test", 10, false}, {"Needed", 5, true}};
  EXPECT_EQ(points(exercise, {{"Test", 2, pass, 0, true}, {"Needed", 2, pass, 0, true}}), 15);
  EXPECT_EQ(points(exercise, {{"Test", 2, pass, 0, true}, {"Needed", 2, wrong, 0, true}}), 0);
  EXPECT_EQ(points(exercise, {{"Test", 2, wrong, 0, true}, {"Needed", 2, pass, 0, true}}), 5);
}

TEST(Award, TheRecordsSayWhetherTheSizeDivides) {
  const auto run = [](int ranks, std::int64_t rows) {
    return testing::launch_of(ranks, [&](int, records::TestRecords &records) {
      records.arrays = {
          testing::array("x", {rows}, std::vector<float>(static_cast<std::size_t>(rows)))};
    });
  };
  for (const auto &[ranks, rows, divides] :
       std::vector<std::tuple<int, int, bool>>{{2, 8, true}, {3, 8, false}, {3, 1, true}}) {
    const LaunchResult launch = run(ranks, rows);
    EXPECT_EQ(testing::judge_one(launch, launch).runs.at(0).divides, divides) << ranks << rows;
  }
}

} // namespace
} // namespace brigade::grader
