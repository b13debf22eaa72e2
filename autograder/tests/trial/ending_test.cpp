#include "launched.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace brigade::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::SizeIs;

TEST(Exception, OnOneRankEndsTheLaunch) {
  for (const int n : {2, 3, 5}) {
    const Launched launched =
        launch({.ranks = n, .tests = "Story.ThrowsOnTheLastRank:Story.Polls"});
    EXPECT_NE(launched.status, 124) << "nobody waits for ever";
    for (int rank = 0; rank < n; ++rank) {
      const records::RankRecords &all = launched.ranks[static_cast<std::size_t>(rank)];
      EXPECT_EQ(all.damage, "");
      EXPECT_FALSE(all.complete);
      ASSERT_THAT(all.tests, SizeIs(1)) << "the next TEST is not begun";
      EXPECT_EQ(integer(all.tests[0], "before"), 1);
      EXPECT_FALSE(all.tests[0].finished);
      EXPECT_EQ(all.tests[0].exception.has_value(), rank == n - 1);
    }
    const auto &thrown = *launched.test("Story.ThrowsOnTheLastRank", n - 1).exception;
    EXPECT_EQ(thrown.type, "std::out_of_range");
    EXPECT_EQ(thrown.what, "row 7 of 6");
    EXPECT_EQ(thrown.not_implemented, "");
  }
}

TEST(Exception, OfAStubNamesItsExercise) {
  const Launched launched = launch({.ranks = 3, .tests = "Story.IsNotImplemented"});
  for (int rank = 0; rank < 3; ++rank)
    EXPECT_EQ(launched.test("Story.IsNotImplemented", rank).exception.value().not_implemented,
              "07.1");
}

TEST(Exception, MayBeOfAnyType) {
  const auto thrown =
      launch({.ranks = 1, .tests = "Story.ThrowsText"}).test("Story.ThrowsText").exception.value();
  EXPECT_THAT(thrown.type, HasSubstr("basic_string"));
  EXPECT_EQ(thrown.what, "just a text");
}

TEST(Exception, ThatTerminatesTheProgramIsRecordedToo) {
  for (const std::string test : {"Story.ThrowsOutOfADestructor", "Story.ThrowsInAThread"}) {
    const Launched launched = launch({.ranks = 2, .tests = test});
    const auto thrown = launched.test(test, 0).exception.value();
    EXPECT_EQ(thrown.type, "std::runtime_error");
    EXPECT_FALSE(launched.ranks[0].complete);
  }
}

TEST(Exit, WithStatusZeroIsNoEnd) {
  const Launched launched = launch({.ranks = 2, .tests = "Story.ExitsWithZero"});
  // The launcher may end a rank before it has come so far as the one that left first.
  int ranks_that_recorded = 0;
  for (const records::RankRecords &rank : launched.ranks) {
    EXPECT_EQ(rank.damage, "");
    EXPECT_FALSE(rank.complete);
    for (const records::TestRecords &test : rank.tests) {
      EXPECT_FALSE(test.finished);
      ranks_that_recorded += test.scalars.empty() ? 0 : 1;
    }
  }
  EXPECT_GE(ranks_that_recorded, 1);
}

TEST(Communicator, ThatIsFreedByTheStudentIsTold) {
  const Launched launched = launch({.ranks = 2, .tests = "FreesItsCommunicator:Polls"});
  EXPECT_EQ(launched.status, 0) << launched.output;
  for (int rank = 0; rank < 2; ++rank) {
    EXPECT_THAT(launched.test("Story.FreesItsCommunicator", rank).failures.at(0).message,
                HasSubstr("belongs to the caller"));
    EXPECT_THAT(launched.test("Story.Polls", rank).failures, SizeIs(0));
  }
}

TEST(Mpi, ThatIsEndedByTheStudentIsTold) {
  const Launched launched = launch({.ranks = 2, .tests = "EndsMpi"});
  EXPECT_EQ(launched.output, "about to end MPI\n");
  for (int rank = 0; rank < 2; ++rank) {
    EXPECT_THAT(launched.test("Story.EndsMpi", rank).failures.at(0).message,
                HasSubstr("MPI_Finalize was called"));
    EXPECT_TRUE(launched.ranks[static_cast<std::size_t>(rank)].complete);
  }
}

TEST(Pure, WalksOverTheSizesAndPastExceptions) {
  const Launched launched = launch({.ranks = 0,
                                    .tests = "Pure.WalksOverSizes",
                                    .variables = {{"BRIGADE_TRIAL_SIZES", "1,4,512"}}});
  EXPECT_EQ(launched.status, 0) << launched.output;
  EXPECT_EQ(launched.output.find("Fail"), std::string::npos) << launched.output;
  const records::RankRecords &all = launched.ranks[0];
  EXPECT_TRUE(all.complete);
  ASSERT_THAT(all.tests, SizeIs(3));
  const std::vector<int> sizes{1, 4, 512};
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    EXPECT_EQ(all.tests[i].size, sizes[i]);
    EXPECT_EQ(integer(all.tests[i], "size"), sizes[i]);
    EXPECT_EQ(integer(all.tests[i], "rank"), 0);
    EXPECT_FALSE(truth(all.tests[i], "MPI runs"));
    EXPECT_EQ(array(all.tests[i], "same").data, array(all.tests[0], "same").data);
    EXPECT_EQ(all.tests[i].exception.has_value(), sizes[i] == 4);
    EXPECT_EQ(all.tests[i].finished, sizes[i] != 4);
  }
}

TEST(Pure, HasNoCommunicator) {
  const Launched launched = launch(
      {.ranks = 0, .tests = "Pure.HasNoCommunicator", .variables = {{"BRIGADE_TRIAL_SIZES", "2"}}});
  EXPECT_EQ(launched.test("Pure.HasNoCommunicator").exception.value().what,
            "a pure exercise has no communicator");
}

TEST(Trial, IsOneInATest) {
  const Launched launched = launch({.ranks = 1, .tests = "Story.MakesTwoTrials"});
  EXPECT_THAT(launched.test("Story.MakesTwoTrials").exception.value().what,
              HasSubstr("a TEST has one"));
}

TEST(ByHand, ItIsAnOrdinaryGoogleTest) {
  const Launched launched = launch({.ranks = 3,
                                    .tests = "",
                                    .arguments = "--gtest_filter=Story.FailsACheckOnTheLastRank",
                                    .by_hand = true});
  EXPECT_NE(launched.status, 0);
  EXPECT_THAT(launched.output,
              AllOf(HasSubstr("[ RUN      ] Story.FailsACheckOnTheLastRank"),
                    HasSubstr("rank 2 | Story.FailsACheckOnTheLastRank: "),
                    HasSubstr("the last rank fails"), Not(HasSubstr("rank 1 | "))));
}

TEST(ByHand, ItPrintsWhatItWouldRecord) {
  const Launched launched =
      launch({.ranks = 2,
              .tests = "",
              .arguments = "--debug --seed=3 --gtest_filter=Story.RecordsEveryKind",
              .by_hand = true});
  EXPECT_EQ(launched.status, 0);
  EXPECT_THAT(launched.output,
              AllOf(HasSubstr("rank 1 | Story.RecordsEveryKind, rank 1 of 2\n"),
                    HasSubstr("rank 1 |   mask: bool [3]: true false true\n"),
                    HasSubstr("rank 0 |   MPI_Allreduce on comm: sum of 6 MPI_FLOAT, sends ")));
}

} // namespace
} // namespace brigade::testing
