#include "ledgers.hpp"

#include "grader/traffic/replay.hpp"

#include <gmock/gmock.h>

namespace brigade::grader {
namespace {

using records::TrafficRule;
using testing::all_reduce;
using testing::call;
using testing::Calls;
using ::testing::DoubleEq;
using ::testing::HasSubstr;
using testing::receive;
using testing::run_with;
using testing::send;
using traffic_rules::Costs;
using traffic_rules::longest_chain;
using traffic_rules::replay;
using traffic_rules::Replay;

TestOfAllRanks only_test(const LaunchResult &launch) {
  return tests_of(launch, static_cast<int>(launch.ranks.size())).at(0);
}
Replay replayed(const LaunchResult &launch, const Costs &costs) {
  return replay(only_test(launch), costs);
}

constexpr Costs kCosts{1, 0.01, 0.001};

TEST(ReplayOfLedgers, AMessageTakesAlphaPlusBetaTimesItsBytes) {
  const Replay times = replayed(run_with({{send(1, 100)}, {receive(0)}}), kCosts);
  EXPECT_EQ(times.stuck, "");
  EXPECT_THAT(times.seconds[0], DoubleEq(1)); // the bytes leave; alpha is on the way
  EXPECT_THAT(times.seconds[1], DoubleEq(2));
  EXPECT_THAT(times.makespan(), DoubleEq(2));
}

TEST(ReplayOfLedgers, MessagesAreMatchedBySenderTagAndOrder) {
  const LaunchResult launch =
      run_with({{send(1, 100, 7), send(1, 0, 8)}, {receive(0, 8), receive(0, 7)}});
  const Replay times = replayed(launch, kCosts);
  EXPECT_EQ(times.stuck, "");
  EXPECT_THAT(times.seconds[1], DoubleEq(2)); // tag 8 left behind tag 7's bytes, at 1
}

TEST(ReplayOfLedgers, AReceiveFromAnybodyTakesWhatCame) {
  const LaunchResult launch =
      run_with({{receive(-1, -1), receive(-1, -1)}, {send(0, 0)}, {send(0, 100)}});
  EXPECT_EQ(replayed(launch, kCosts).stuck, "");
}

TEST(ReplayOfLedgers, AReceiveWithoutAMessageIsStuck) {
  EXPECT_THAT(replayed(run_with({{receive(1)}, {}}), kCosts).stuck,
              HasSubstr("rank 0's call number 1 (MPI_Recv)"));
}

TEST(ReplayOfLedgers, ACollectiveWaitsForTheLastAndHoldsAll) {
  LaunchResult launch = run_with({{all_reduce(100)}, {all_reduce(100)}, {all_reduce(100)}});
  launch.ranks[2].tests[0].work = {{0, 5000}}; // 5 seconds
  const Replay times = replayed(launch, kCosts);
  for (const double seconds : times.seconds)
    EXPECT_THAT(seconds, DoubleEq(5 + 2 * 1 + 1)); // two rounds among three, and the bytes
}

TEST(ReplayOfLedgers, WorkBetweenStartAndWaitOverlapsTheTransfer) {
  // 3 seconds of work beside a transfer of 2.
  const Calls blocking{receive(0)}, overlapped{call("MPI_Irecv", 0, 0, 0), call("MPI_Wait")};
  LaunchResult slow = run_with({{send(1, 100)}, blocking});
  slow.ranks[1].tests[0].work = {{1, 3000}};
  LaunchResult fast = run_with({{send(1, 100)}, overlapped});
  fast.ranks[1].tests[0].work = {{1, 3000}};
  EXPECT_THAT(replayed(slow, kCosts).makespan(), DoubleEq(5));
  EXPECT_THAT(replayed(fast, kCosts).makespan(), DoubleEq(3));
}

TEST(ReplayOfLedgers, ANonblockingCollectiveOverlapsToo) {
  records::CallRecord start = all_reduce(100);
  start.kind = "MPI_Iallreduce";
  LaunchResult launch = run_with({{start, call("MPI_Wait")}, {start, call("MPI_Wait")}});
  for (records::RankRecords &rank : launch.ranks)
    rank.tests[0].work = {{1, 3000}};
  EXPECT_THAT(replayed(launch, kCosts).makespan(), DoubleEq(3));
}

TEST(ReplayOfLedgers, ExchangesInARingDoNotWaitForEachOther) {
  std::vector<Calls> ranks;
  for (int rank = 0; rank < 4; ++rank)
    ranks.push_back({call("MPI_Sendrecv", 100, (rank + 1) % 4, 0)});
  const Replay times = replayed(run_with(ranks), kCosts);
  EXPECT_EQ(times.stuck, "");
  EXPECT_THAT(times.makespan(), DoubleEq(2));
}

TEST(ReplayOfLedgers, ACommunicatorNamedByAnAxisHasTheRanksAlongIt) {
  records::CallRecord along = all_reduce(0);
  along.communicator = "model";
  LaunchResult launch = run_with({{along}, {along}, {along}, {along}});
  for (records::RankRecords &rank : launch.ranks)
    rank.tests[0].mesh = {{"data", 2}, {"model", 2}};
  launch.ranks[3].tests[0].work = {{0, 5000}};
  const Replay times = replayed(launch, kCosts);
  EXPECT_THAT(times.seconds[0], DoubleEq(1)); // ranks 0 and 1 do not wait for rank 3
  EXPECT_THAT(times.seconds[2], DoubleEq(6));
}

TEST(Chain, ATreeIsShorterThanALine) {
  const LaunchResult line =
      run_with({{send(1, 8)}, {receive(0), send(2, 8)}, {receive(1), send(3, 8)}, {receive(2)}});
  const LaunchResult tree =
      run_with({{send(2, 8), send(1, 8)}, {receive(0)}, {receive(0), send(3, 8)}, {receive(2)}});
  EXPECT_EQ(longest_chain(only_test(line)), 3);
  EXPECT_EQ(longest_chain(only_test(tree)), 2);
}

TEST(Chain, TheRuleTellsALineFromATree) {
  const LaunchResult tree =
      run_with({{send(2, 8), send(1, 8)}, {receive(0)}, {receive(0), send(3, 8)}, {receive(2)}},
               {{TrafficRule::chain_at_most, "", 2}});
  const LaunchResult line =
      run_with({{send(1, 8)}, {receive(0), send(2, 8)}, {receive(1), send(3, 8)}, {receive(2)}});
  const Judgement judgement = testing::judge_one(line, tree);
  ASSERT_EQ(judgement.findings.size(), 1U);
  EXPECT_THAT(judgement.findings[0].sentence, HasSubstr("The longest chain has 3 messages"));
  EXPECT_TRUE(testing::judge_one(tree, tree).findings.empty());
}

TEST(VirtualTime, IsHeldToTheSolutions) {
  const auto run = [](const Calls &receiver) {
    LaunchResult launch =
        run_with({{send(1, 100)}, receiver}, {{TrafficRule::virtual_time_at_most, "", 1.2}});
    for (records::RankRecords &rank : launch.ranks) {
      rank.tests[0].alpha = 1;
      rank.tests[0].beta = 0.01;
      rank.tests[0].seconds_per_operation = 0.001;
    }
    launch.ranks[1].tests[0].work = {{1, 3000}};
    return launch;
  };
  const LaunchResult solution = run({call("MPI_Irecv", 0, 0, 0), call("MPI_Wait")});
  const Judgement judgement = testing::judge_one(run({receive(0)}), solution);
  ASSERT_EQ(judgement.findings.size(), 1U);
  EXPECT_THAT(judgement.findings[0].sentence,
              HasSubstr("it takes 5000 ms; the solution takes 3000 ms, and 1.2 times"));
  EXPECT_TRUE(testing::judge_one(solution, solution).findings.empty());
}

} // namespace
} // namespace brigade::grader
