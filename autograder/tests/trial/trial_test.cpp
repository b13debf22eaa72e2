#include "launched.hpp"

#include "core/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <set>

namespace brigade::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::SizeIs;

template <class T> std::vector<T> values(const records::ArrayRecord &array) {
  std::vector<T> values(array.data.size() / sizeof(T));
  std::memcpy(values.data(), array.data.data(), array.data.size());
  return values;
}

class OnRanks : public ::testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Trial, OnRanks, ::testing::Values(1, 2, 3, 4, 5),
                         ::testing::PrintToStringParamName());

TEST_P(OnRanks, RecordsWhatItIsGiven) {
  const int n = GetParam();
  const Launched launched = launch({.ranks = n, .tests = "Story.RecordsEveryKind"});
  EXPECT_EQ(launched.status, 0);
  EXPECT_EQ(launched.output, "");
  std::vector<float> expected(6);
  for (int rank = 0; rank < n; ++rank) {
    const auto x = values<float>(array(launched.test("Story.RecordsEveryKind", rank), "x"));
    ASSERT_THAT(x, SizeIs(6));
    for (std::size_t i = 0; i < 6; ++i)
      expected[i] += x[i];
  }
  for (int rank = 0; rank < n; ++rank) {
    const records::RankRecords &all = launched.ranks[static_cast<std::size_t>(rank)];
    EXPECT_EQ(all.damage, "");
    EXPECT_EQ(all.world_rank, rank);
    EXPECT_EQ(all.world_size, n);
    EXPECT_TRUE(all.complete);
    ASSERT_THAT(all.tests, SizeIs(1));
    const records::TestRecords &test = all.tests.front();
    EXPECT_TRUE(test.finished);
    EXPECT_EQ(test.rank, rank);
    EXPECT_EQ(test.size, n);
    EXPECT_THAT(test.mesh,
                ElementsAre(records::MeshAxis{"data", n}, records::MeshAxis{"model", 1}));
    EXPECT_TRUE(array(test, "x").is_input);
    const auto sum = values<float>(array(test, "sum"));
    for (std::size_t i = 0; i < 6; ++i)
      EXPECT_NEAR(sum[i], expected[i], 1e-5);
    EXPECT_EQ(array(test, "sum").allowance.terms, n);
    EXPECT_EQ(array(test, "everywhere").placement, (records::Placement{{8}, {4}}));
    EXPECT_EQ(array(test, "negative").type, DType::boolean);
    EXPECT_EQ(array(test, "negative").shape, (Shape{3, 2}));
    EXPECT_THAT(values<char>(array(test, "mask")), ElementsAre(1, 0, 1));
    EXPECT_EQ(array(test, "lengths").type, DType::i64);
    EXPECT_THAT(values<std::int64_t>(array(test, "lengths")), ElementsAre(3, 5));
    EXPECT_THAT(values<std::int32_t>(array(test, "small")), ElementsAre(200));
    EXPECT_EQ(array(test, "nothing").shape, Shape{0});
    EXPECT_EQ(integer(test, "rank"), rank);
    EXPECT_EQ(integer(test, "ranks"), n);
    EXPECT_EQ(truth(test, "is first"), rank == 0);
    EXPECT_EQ(test.texts.at(0).text, "ready");
    EXPECT_THAT(test.rules, SizeIs(8));
    EXPECT_EQ(test.beta, 2);
    EXPECT_EQ(test.work.at(0).before_call, 1u);
    EXPECT_EQ(test.work.at(0).operations, 100);
    // The barrier of the trial's own gathering is not among them.
    ASSERT_THAT(test.calls, SizeIs(2));
    EXPECT_EQ(test.calls[0].kind, "MPI_Allreduce");
    EXPECT_EQ(test.calls[0].communicator, "comm");
    EXPECT_EQ(test.calls[0].count, 6);
    EXPECT_GE(test.calls[0].start, 0);
    EXPECT_LE(test.calls[0].end, test.calls[1].start);
    EXPECT_EQ(test.calls[1].kind, "MPI_Barrier");
  }
}

TEST(Inputs, DifferByRankOrAreTheSameAtEverySize) {
  std::set<std::vector<float>> by_rank;
  std::set<std::vector<double>> everywhere;
  std::set<std::vector<int>> integers;
  std::set<std::int64_t> chosen;
  for (const int n : {1, 4})
    for (const records::RankRecords &rank :
         launch({.ranks = n, .tests = "RecordsEveryKind"}).ranks) {
      const records::TestRecords &test = rank.tests.at(0);
      by_rank.insert(values<float>(array(test, "x")));
      everywhere.insert(values<double>(array(test, "everywhere")));
      integers.insert(values<int>(array(test, "integers")));
      chosen.insert(integer(test, "chosen"));
    }
  EXPECT_THAT(by_rank, SizeIs(4)) << "rank 0 has the same at both sizes";
  EXPECT_THAT(everywhere, SizeIs(1));
  EXPECT_THAT(integers, SizeIs(1));
  EXPECT_THAT(chosen, SizeIs(1));
  for (const auto &x : by_rank)
    for (const float value : x) {
      EXPECT_GE(std::abs(value), 0.05f);
      EXPECT_LE(std::abs(value), 1);
    }
  for (const int value : *integers.begin())
    EXPECT_GE(std::abs(value), 50);
}

TEST(Inputs, FollowTheSeedAndNotWhichTestsRun) {
  const auto x = [](const LaunchedAs &as) {
    return array(launch(as).test("Story.RecordsEveryKind"), "x").data;
  };
  const auto alone = x({.ranks = 1, .tests = "Story.RecordsEveryKind"});
  EXPECT_EQ(x({.ranks = 1, .tests = "Story.RecordsEveryKind:Story.TakesMemory"}), alone);
  EXPECT_NE(x({.ranks = 1,
               .tests = "Story.RecordsEveryKind",
               .variables = {{"BRIGADE_TRIAL_SEED", "12"}}}),
            alone);
}

TEST_P(OnRanks, EachTestHasACommunicatorOfItsOwn) {
  const int n = GetParam();
  const Launched launched =
      launch({.ranks = n,
              .tests = "Story.LeavesAMessage:Story.LeavesALongMessage:Story.LooksForMessages"});
  EXPECT_EQ(launched.status, 0);
  const std::string sender = "message from rank " + std::to_string(n - 1);
  EXPECT_THAT(launched.test("Story.LeavesAMessage").unreceived,
              ElementsAre(sender + ", tag 7, 4 bytes"));
  EXPECT_THAT(launched.test("Story.LeavesALongMessage").unreceived,
              ElementsAre(sender + ", tag 8, 4000000 bytes"));
  for (int rank = 0; rank < n; ++rank) {
    EXPECT_FALSE(truth(launched.test("Story.LooksForMessages", rank), "found"));
    EXPECT_TRUE(launched.ranks[static_cast<std::size_t>(rank)].complete);
  }
}

TEST_P(OnRanks, MayBePermuted) {
  const int n = GetParam();
  const Launched launched = launch({.ranks = n, .tests = "Story.IsPermuted"});
  std::set<std::int64_t> ranks;
  bool is_another_order = false;
  for (int rank = 0; rank < n; ++rank) {
    const records::TestRecords &test = launched.test("Story.IsPermuted", rank);
    EXPECT_EQ(integer(test, "world rank"), rank);
    EXPECT_EQ(integer(test, "rank"), test.rank);
    is_another_order = is_another_order || test.rank != rank;
    ranks.insert(test.rank);
    EXPECT_EQ(truth(test, "is the world"), n == 1);
  }
  EXPECT_THAT(ranks, SizeIs(n));
  EXPECT_EQ(is_another_order, n > 1);
}

TEST(Communicators, MayHoldAPartOfTheRanks) {
  const Launched launched = launch({.ranks = 3, .tests = "Story.UsesTwoRanks"});
  for (int rank = 0; rank < 3; ++rank) {
    const records::TestRecords &test = launched.test("Story.UsesTwoRanks", rank);
    EXPECT_EQ(test.size, 2);
    EXPECT_EQ(test.rank, rank < 2 ? rank : -1);
    EXPECT_EQ(truth(test, "is member"), rank < 2);
    EXPECT_TRUE(test.finished);
  }
}

TEST(Memory, IsCountedAtItsHighest) {
  const records::TestRecords test =
      launch({.ranks = 2, .tests = "Story.TakesMemory"}).test("Story.TakesMemory", 1);
  // 300 · 1000 doubles; neither the trial's own million nor what recording takes.
  EXPECT_GE(test.peak_bytes, 2'400'000);
  EXPECT_LT(test.peak_bytes, 2'410'000);
}

TEST(Calls, ThatOnlyAskAgainAreOneRecord) {
  const records::TestRecords test =
      launch({.ranks = 2, .tests = "Story.Polls"}).test("Story.Polls");
  std::vector<std::string> kinds;
  for (const records::CallRecord &call : test.calls)
    kinds.push_back(call.kind);
  EXPECT_THAT(kinds, ElementsAre("MPI_Irecv", "MPI_Test", "MPI_Barrier", "MPI_Test"));
}

TEST(Board, TellsOfRequestsThatTheTestLeavesOpen) {
  const Launched launched =
      launch({.ranks = 3, .tests = "Story.LeavesRequestsOpen:Story.Polls", .with_board = true});
  EXPECT_EQ(launched.status, 0);
  for (int rank = 0; rank < 3; ++rank) {
    EXPECT_THAT(launched.test("Story.LeavesRequestsOpen", rank).open_requests,
                ::testing::AllOf(SizeIs(2), ::testing::Each(HasSubstr(
                                                "MPI_Irecv from rank 2, tag 9, started at "))));
    EXPECT_THAT(launched.test("Story.Polls", rank).open_requests, SizeIs(0));
  }
}

TEST(Board, NamesTheCallOfAMessageThatTheTestLeavesBehind) {
  const Launched launched = launch({.ranks = 3,
                                    .tests = "Story.LeavesAMessage:Story.LeavesALongMessage:"
                                             "Story.ReceivesTheFirstOfTwoMessages:Story.Polls",
                                    .with_board = true});
  EXPECT_EQ(launched.status, 0) << launched.output;
  EXPECT_THAT(launched.test("Story.LeavesAMessage", 2).unreceived,
              ElementsAre(HasSubstr("MPI_Isend to rank 0, tag 7, 4 bytes, at {+0x")));
  EXPECT_THAT(launched.test("Story.LeavesALongMessage", 2).unreceived,
              ElementsAre(HasSubstr("MPI_Isend to rank 0, tag 8, 4000000 bytes, at {+0x")));
  EXPECT_THAT(launched.test("Story.LeavesAMessage", 0).unreceived, SizeIs(0));
  for (int rank = 0; rank < 3; ++rank) {
    const records::TestRecords &test = launched.test("Story.ReceivesTheFirstOfTwoMessages", rank);
    if (test.rank == 0) // the first of tag 4 was received, the second was not
      EXPECT_THAT(test.unreceived,
                  ElementsAre(HasSubstr("MPI_Send to rank 2, tag 4, 4 bytes, at {+0x")));
    else
      EXPECT_THAT(test.unreceived, SizeIs(0));
    EXPECT_THAT(launched.test("Story.Polls", rank).unreceived, SizeIs(0));
  }
}

TEST(Board, CallsTheRanksAsTheTrialDoes) {
  const Launched launched = launch(
      {.ranks = 3, .tests = "Story.LeavesARequestOpenOnAPermutedCommunicator", .with_board = true});
  for (int rank = 0; rank < 3; ++rank) {
    const records::TestRecords &test =
        launched.test("Story.LeavesARequestOpenOnAPermutedCommunicator", rank);
    EXPECT_THAT(test.open_requests,
                ElementsAre(HasSubstr("MPI_Irecv from rank " + std::to_string((test.rank + 1) % 3) +
                                      ", tag 9")));
  }
}

TEST(Board, TellsOfPersistentRequestsAndCollectivesThatAreUnderWay) {
  const Launched launched =
      launch({.ranks = 2, .tests = "Story.StartsAndNeverWaits", .with_board = true});
  EXPECT_THAT(launched.test("Story.StartsAndNeverWaits").open_requests,
              ElementsAre(HasSubstr("MPI_Recv_init from any rank, tag 6, started at "),
                          HasSubstr("MPI_Ibarrier, started at ")));
}

TEST_P(OnRanks, LeaveNothingBehindWhereEverythingEndsInTime) {
  const Launched launched =
      launch({.ranks = GetParam(), .tests = "Story.LeavesNothingBehind", .with_board = true});
  EXPECT_EQ(launched.status, 0) << launched.output;
  for (int rank = 0; rank < GetParam(); ++rank) {
    const records::TestRecords &test = launched.test("Story.LeavesNothingBehind", rank);
    EXPECT_EQ(integer(test, "in"), 11);
    EXPECT_THAT(test.open_requests, SizeIs(0));
    EXPECT_THAT(test.unreceived, SizeIs(0));
  }
}

TEST(Board, NamesTheEndOfTheTestAndTheRanksOfTheTrial) {
  const Launched launched =
      launch({.ranks = 3, .tests = "Story.WaitsOnTheLastRank", .with_board = true, .seconds = 2});
  ASSERT_THAT(launched.board, SizeIs(3));
  for (int rank = 0; rank < 3; ++rank) {
    const OnBoard &shown = launched.board[static_cast<std::size_t>(rank)];
    EXPECT_EQ(shown.rank, launched.test("Story.WaitsOnTheLastRank", rank).rank);
    EXPECT_EQ(shown.waits, shown.rank == 2 ? "MPI_Recv" : "the end of the TEST");
  }
}

TEST(Checks, ThatFailAreRecordedWithTheirLine) {
  const Launched launched = launch({.ranks = 3, .tests = "Story.FailsACheckOnTheLastRank"});
  EXPECT_EQ(launched.output, "");
  EXPECT_THAT(launched.test("Story.FailsACheckOnTheLastRank", 0).failures, SizeIs(0));
  const records::TestRecords &last = launched.test("Story.FailsACheckOnTheLastRank", 2);
  ASSERT_THAT(last.failures, SizeIs(3));
  EXPECT_THAT(last.failures[0].message, HasSubstr("the last rank fails"));
  EXPECT_THAT(last.failures[0].file, HasSubstr("story_trial.cpp"));
  EXPECT_GT(last.failures[0].line, 0);
  EXPECT_FALSE(last.exception);
  EXPECT_TRUE(last.finished);
  EXPECT_TRUE(launched.ranks[2].complete);
}

TEST(Environment, IsReadBeforeAStudentsCodeLooks) {
  const Launched launched = launch({.ranks = 2, .tests = "Story.SeesNoSecret"});
  const records::TestRecords &test = launched.test("Story.SeesNoSecret", 1);
  EXPECT_FALSE(truth(test, "token before main"));
  EXPECT_FALSE(truth(test, "a variable"));
  EXPECT_TRUE(truth(test, "path in environ"));
  EXPECT_FALSE(truth(test, "token in environ"));
}

TEST(Phases, ShareAFolder) {
  const TemporaryFolder folder;
  const std::map<std::string, std::string> variables{{"BRIGADE_TRIAL_FOLDER", folder / "shared"}};
  launch({.ranks = 3, .tests = "Phases.Save", .variables = variables});
  const Launched loaded = launch({.ranks = 2, .tests = "Phases.Load", .variables = variables});
  EXPECT_EQ(loaded.test("Phases.Load", 1).texts.at(0).text, "saved");
}

} // namespace
} // namespace brigade::testing
