#include "ledgers.hpp"

#include <gmock/gmock.h>

namespace brigade::grader {
namespace {

using records::TrafficRule;
using testing::all_reduce;
using testing::call;
using testing::Calls;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::judge_one;
using testing::receive;
using testing::run_with;
using testing::send;
using ::testing::SizeIs;

TEST(Collectives, WhatIsNeededAndWhatWasMadeAreNamed) {
  const LaunchResult solution =
      run_with({{all_reduce(8)}, {all_reduce(8)}}, {{TrafficRule::same_multiset, "", 0}});
  const Calls gather{call("MPI_Gather", 8), call("MPI_Bcast", 8)};
  const Judgement judgement = judge_one(run_with({gather, gather}), solution);
  ASSERT_THAT(judgement.findings, SizeIs(1));
  EXPECT_EQ(judgement.findings[0].kind, VerdictKind::wrong_communication);
  EXPECT_EQ(judgement.findings[0].sentence,
            "Needs one MPI_Allreduce (sum), made one MPI_Bcast and one MPI_Gather instead.");
  EXPECT_THAT(judgement.findings[0].details, HasSubstr("16 bytes sent"));
  EXPECT_EQ(judgement.runs[0].kind, VerdictKind::wrong_communication);
}

TEST(Collectives, MissingAndTooMany) {
  const Calls one{all_reduce(8)}, two{all_reduce(8), all_reduce(8)};
  const std::vector<records::TrafficRuleRecord> rule{{TrafficRule::same_multiset, "", 0}};
  EXPECT_THAT(judge_one(run_with({one}), run_with({two}, rule)).findings.at(0).sentence,
              HasSubstr("Communication is missing: one MPI_Allreduce (sum)"));
  EXPECT_THAT(judge_one(run_with({two}), run_with({one}, rule)).findings.at(0).sentence,
              HasSubstr("one MPI_Allreduce (sum) too many"));
}

TEST(Collectives, BarriersNonblockingTwinsAndOrderMakeNoDifferenceToTheMultiset) {
  const LaunchResult solution =
      run_with({{all_reduce(8), call("MPI_Bcast", 8)}}, {{TrafficRule::same_multiset, "", 0}});
  records::CallRecord nonblocking = all_reduce(8);
  nonblocking.kind = "MPI_Iallreduce";
  const LaunchResult student = run_with({{call("MPI_Barrier"), call("MPI_Bcast", 8), nonblocking,
                                          call("MPI_Wait"), call("MPI_Comm_dup")}});
  EXPECT_THAT(judge_one(student, solution).findings, IsEmpty());
}

TEST(Collectives, TheSequenceHoldsTheOrder) {
  const LaunchResult solution =
      run_with({{all_reduce(8), call("MPI_Bcast", 8)}}, {{TrafficRule::same_sequence, "", 0}});
  const LaunchResult student = run_with({{call("MPI_Bcast", 8), all_reduce(8)}});
  EXPECT_THAT(judge_one(student, solution).findings.at(0).sentence,
              HasSubstr("number 1 is MPI_Bcast instead of MPI_Allreduce (sum)"));
  EXPECT_THAT(judge_one(solution, solution).findings, IsEmpty());
}

TEST(Bytes, AtMostAndExactly) {
  const Calls few{send(1, 100)}, many{send(1, 100), send(1, 50)};
  const auto solution = [&](TrafficRule rule) { return run_with({few}, {{rule, "", 100}}); };
  EXPECT_THAT(judge_one(run_with({few}), solution(TrafficRule::bytes_at_most)).findings, IsEmpty());
  EXPECT_THAT(
      judge_one(run_with({many}), solution(TrafficRule::bytes_at_most)).findings.at(0).sentence,
      HasSubstr("sent 150 bytes; at most 100 bytes are allowed"));
  EXPECT_THAT(judge_one(run_with({{send(1, 99)}}), solution(TrafficRule::bytes_at_most)).findings,
              IsEmpty());
  EXPECT_THAT(judge_one(run_with({{send(1, 99)}}), solution(TrafficRule::bytes_exactly)).findings,
              SizeIs(1));
}

TEST(Calls_, OfOneKindAndOfAll) {
  const Calls two{all_reduce(8), all_reduce(8)};
  Calls three = two;
  three.push_back(all_reduce(8));
  three.back().kind = "MPI_Iallreduce";
  const LaunchResult solution = run_with({two}, {{TrafficRule::calls_at_most, "MPI_Allreduce", 2}});
  EXPECT_THAT(judge_one(run_with({two}), solution).findings, IsEmpty());
  EXPECT_THAT(judge_one(run_with({three}), solution).findings.at(0).sentence,
              HasSubstr("called MPI_Allreduce 3 times; at most 2 are allowed"));
  const LaunchResult all = run_with({two}, {{TrafficRule::calls_at_most, "MPI_", 2}});
  EXPECT_THAT(judge_one(run_with({{send(1, 8), receive(1), receive(1)}}), all).findings, SizeIs(1));
}

TEST(Peak, ReplicatingEverythingFails) {
  LaunchResult solution = run_with({{}, {}}, {{TrafficRule::peak_at_most, "", 1000}});
  LaunchResult student = run_with({{}, {}});
  student.ranks[1].tests[0].peak_bytes = 4000;
  const Judgement judgement = judge_one(student, solution);
  ASSERT_THAT(judgement.findings, SizeIs(1));
  EXPECT_THAT(judgement.findings[0].sentence,
              HasSubstr("Rank 1 held 4,000 bytes at once; at most 1,000 bytes are allowed"));
}

TEST(Rules, ASolutionThatBreaksItsOwnRuleIsAGraderFault) {
  const LaunchResult solution = run_with({{send(1, 100)}}, {{TrafficRule::bytes_at_most, "", 50}});
  const Judgement judgement = judge_one(run_with({{}}), solution);
  ASSERT_THAT(judgement.findings, SizeIs(1));
  EXPECT_EQ(judgement.findings[0].kind, VerdictKind::grader_fault);
}

TEST(LeftBehind, UnreceivedMessagesAndOpenRequestsAreWrongCommunication) {
  LaunchResult student = run_with({{}, {}});
  student.ranks[1].tests[0].unreceived = {"MPI_Send to rank 0, tag 7, 400 bytes, at ring.cpp:28"};
  student.ranks[0].tests[0].open_requests = {"MPI_Isend to rank 1, started at ring.cpp:31",
                                             "MPI_Isend to rank 1, started at ring.cpp:33"};
  student.ranks[1].tests[0].open_requests = {"MPI_Isend to rank 0, started at ring.cpp:31"};
  const Judgement judgement = judge_one(student, run_with({{}, {}}));
  ASSERT_THAT(judgement.findings, SizeIs(2));
  EXPECT_EQ(judgement.findings[0].kind, VerdictKind::wrong_communication);
  EXPECT_EQ(judgement.findings[0].sentence,
            "A message of rank 1 was never received: MPI_Send to rank 0, tag 7, 400 bytes, at "
            "ring.cpp:28.");
  EXPECT_EQ(judgement.findings[1].sentence,
            "2 requests of rank 0 were never completed, first MPI_Isend to rank 1, started at "
            "ring.cpp:31.");
  EXPECT_THAT(judgement.findings[1].details,
              HasSubstr("rank 1: MPI_Isend to rank 0, started at ring.cpp:31"));
}

} // namespace
} // namespace brigade::grader
