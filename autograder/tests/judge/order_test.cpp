// Which finding is told first.
#include "made_up_launch.hpp"

#include <gmock/gmock.h>

#include <deque>

namespace brigade::grader {
namespace {

using testing::launch_of;

/// What one TEST did at one number of ranks.
enum class Did { right, wrong, wrong_with_a_pattern, crash, hang };

LaunchResult launch_that(int ranks, Did did, const std::string &test) {
  LaunchResult launch = launch_of(
      ranks,
      [&](int, records::TestRecords &records) {
        std::vector<double> values{10, 20, 40, 80};
        if (did == Did::wrong) // in no way that has a name
          values = {11.3, 17.9, 44.7, 71.1};
        if (did == Did::wrong_with_a_pattern) // summed where a mean was due
          for (double &value : values)
            value *= ranks;
        records.arrays = {testing::vector("x", values)};
        records.finished = did != Did::crash && did != Did::hang;
      },
      "Suite." + test);
  if (did == Did::crash) {
    launch.end = LaunchEnd::crashed;
    launch.crash = CrashReport{0, 11, "Rank 0 crashed.", {}};
  }
  if (did == Did::hang)
    launch.end = LaunchEnd::hung;
  return launch;
}

/// One launch of both.
void add_test(LaunchResult &launch, const LaunchResult &other) {
  for (std::size_t rank = 0; rank < launch.ranks.size(); ++rank)
    launch.ranks[rank].tests.push_back(other.ranks[rank].tests.at(0));
}

class Order : public ::testing::Test {
protected:
  void at(int ranks, Did did, const std::string &test = "Test") {
    launches_.push_back(launch_that(ranks, did, test));
    launches_.push_back(launch_that(ranks, Did::right, test));
    pairs_.push_back({ranks, &launches_[launches_.size() - 2], &launches_.back()});
    sizes_.push_back(ranks);
  }
  std::vector<Finding> findings() {
    Exercise exercise = testing::exercise_of(sizes_);
    exercise.points = {{"First", 1, false}, {"Second", 1, false}};
    return judge(exercise, pairs_).findings;
  }
  int first() { return findings().at(0).size; }

private:
  std::deque<LaunchResult> launches_;
  std::vector<Pair> pairs_;
  std::vector<int> sizes_;
};

TEST_F(Order, OneRankAloneTeachesLeast) {
  for (const int ranks : {1, 2, 3})
    at(ranks, Did::wrong);
  EXPECT_EQ(first(), 2);
  EXPECT_EQ(findings().back().size, 1);
}

TEST_F(Order, OneRankIsToldWhereNothingElseFails) {
  at(1, Did::wrong);
  at(2, Did::right);
  EXPECT_EQ(first(), 1);
}

TEST_F(Order, ACrashOnOneRankAloneIsGraver) {
  at(1, Did::crash);
  at(2, Did::wrong);
  EXPECT_EQ(first(), 1);
}

TEST_F(Order, ACrashEverywhereIsToldOfSeveralRanks) {
  at(1, Did::crash);
  at(2, Did::crash);
  EXPECT_EQ(first(), 2);
}

TEST_F(Order, APatternOfTheSameTestIsToldBeforeNumbersThatSayNothing) {
  at(1, Did::wrong);
  at(2, Did::wrong);
  at(3, Did::wrong_with_a_pattern);
  const std::vector<Finding> all = findings();
  EXPECT_EQ(all.at(0).size, 3);
  EXPECT_NE(all.at(0).pattern, "");
  EXPECT_EQ(all.at(1).size, 2);
  EXPECT_EQ(all.at(1).pattern, "");
  EXPECT_EQ(all.at(2).size, 1);
}

TEST_F(Order, APatternOfAnotherTestComesInItsTurn) {
  at(2, Did::wrong, "First");
  at(3, Did::wrong_with_a_pattern, "Second");
  EXPECT_EQ(findings().at(0).test, "First");
}

TEST_F(Order, WrongValuesComeBeforeACrashInALaterTest) {
  at(2, Did::crash, "Second");
  at(3, Did::wrong, "First");
  const std::vector<Finding> all = findings();
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].test, "First");
  EXPECT_EQ(all[1].test, "Second");
  EXPECT_EQ(overall(all, {}), VerdictKind::wrong);
}

TEST_F(Order, TheFirstTestIsToldAlsoWhereItFailsOnOneRankAlone) {
  at(2, Did::crash, "Second");
  at(1, Did::wrong, "First");
  EXPECT_EQ(findings().at(0).test, "First");
}

TEST_F(Order, OfOneTestTheCrashIsToldFirst) {
  at(2, Did::wrong, "First");
  at(3, Did::crash, "First");
  EXPECT_EQ(first(), 3);
}

/// At 2 ranks one TEST hung; so at 3, where another one did, it was not run at all.
TEST(ATestThatWasLeftOut, IsNoFailureAndEarnsNothing) {
  const LaunchResult hangs = launch_that(2, Did::hang, "First"),
                     other_hangs = launch_that(3, Did::hang, "Second");
  LaunchResult solution_at_2 = launch_that(2, Did::right, "First"),
               solution_at_3 = launch_that(3, Did::right, "First");
  add_test(solution_at_3, launch_that(3, Did::right, "Second"));
  Exercise exercise = testing::exercise_of({2, 3});
  exercise.points = {{"First", 1, false}, {"Second", 1, false}};
  const Judgement judgement = judge(
      exercise, {{2, &hangs, &solution_at_2},
                 {3, &other_hangs, &solution_at_3, false, {solution_at_3.ranks[0].tests[0].test}}});
  ASSERT_EQ(judgement.runs.size(), 3u);
  EXPECT_EQ(judgement.runs[0].kind, VerdictKind::hung);
  EXPECT_EQ(judgement.runs[1].test, "First");
  EXPECT_EQ(judgement.runs[1].size, 3);
  EXPECT_EQ(judgement.runs[1].kind, VerdictKind::skipped);
  EXPECT_EQ(judgement.runs[2].kind, VerdictKind::hung);
  ASSERT_EQ(judgement.findings.size(), 2u);
  EXPECT_EQ(judgement.findings[0].size, 2);
  EXPECT_EQ(judgement.findings[1].test, "Second");
  EXPECT_EQ(award(exercise, judgement.runs)[0].points, 0);
}

TEST(ATestThatWasLeftOut, IsNoSizeAtWhichItIsWrong) {
  const LaunchResult right = launch_that(1, Did::right, "Test"),
                     wrong = launch_that(2, Did::wrong, "Test"),
                     solution_at_2 = launch_that(2, Did::right, "Test"),
                     solution_at_3 = launch_that(3, Did::right, "Test");
  const Judgement judgement =
      judge(testing::exercise_of({1, 2, 3}),
            {{1, &right, &right},
             {2, &wrong, &solution_at_2},
             {3, nullptr, &solution_at_3, false, {solution_at_3.ranks[0].tests[0].test}}});
  ASSERT_EQ(judgement.findings.size(), 1u);
  EXPECT_THAT(judgement.findings[0].cause, ::testing::HasSubstr("Right at n = 1, wrong at 2:"));
}

/// TESTs without ranks.
class OrderWithoutRanks : public ::testing::Test {
protected:
  void does(Did did, const std::string &test) {
    launches_.push_back(launch_that(1, did, test));
    launches_.push_back(launch_that(1, Did::right, test));
    pairs_.push_back({0, &launches_[launches_.size() - 2], &launches_.back()});
  }
  std::vector<Finding> findings() {
    // One launch has the TESTs of all sizes; that of the solution is one, too.
    for (std::size_t at = 3; at < launches_.size(); at += 2)
      add_test(launches_[1], launches_[at]);
    Exercise exercise = testing::exercise_of({});
    exercise.sizes = {1};
    exercise.points = {{"Usual", 1, false}, {"Special", 1, false}, {"Refused", 1, false}};
    return judge(exercise, pairs_).findings;
  }

private:
  std::deque<LaunchResult> launches_;
  std::vector<Pair> pairs_;
};

TEST_F(OrderWithoutRanks, WrongValuesInTheUsualCaseComeBeforeACrashInALaterTest) {
  does(Did::crash, "Refused");
  does(Did::wrong, "Special");
  does(Did::wrong, "Usual");
  const std::vector<Finding> all = findings();
  ASSERT_EQ(all.size(), 3u);
  EXPECT_EQ(all[0].test, "Usual");
  EXPECT_EQ(all[1].test, "Special");
  EXPECT_EQ(all[2].test, "Refused");
  EXPECT_EQ(overall(all, {}), VerdictKind::wrong); // as what is told first
}

TEST_F(OrderWithoutRanks, ACrashInTheUsualCaseIsTheFirst) {
  does(Did::wrong, "Refused");
  does(Did::crash, "Usual");
  EXPECT_EQ(findings().at(0).test, "Usual");
}

} // namespace
} // namespace brigade::grader
