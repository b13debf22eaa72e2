// Each kind of MPI error is diagnosed with rank, call and line; its correct twin passes
// (correct_twins_test.cpp).
#include "mpi_errors/watched_run.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace brigade::testing {
namespace {

using ::testing::HasSubstr;
using Words = std::vector<std::string>;

/// Seconds since all ranks started, where a run goes wrong at once. A hang is told about 1 s after
/// the last progress, a mismatch within 0.3 s; a loaded machine needs longer, a verdict at the time
/// limit of 60 s is far above.
constexpr double kHangIsToldWithin = 20, kMismatchIsToldWithin = 10;

/// "@name" stands for the line that is marked so.
void expect_words(const std::string &text, const Words &words) {
  for (const std::string &word : words)
    EXPECT_THAT(text, HasSubstr(word.starts_with("@") ? place_of(word.substr(1)) : word));
}

void expect_hung(const std::string &name, int ranks, const Words &words,
                 const RunOptions &options = {}) {
  const Watched run = run_watched(ranks, {"wrong", name}, options);
  ASSERT_TRUE(run.hang) << run.text();
  EXPECT_EQ(run.hang->ranks.size(), static_cast<std::size_t>(ranks));
  EXPECT_LT(run.seconds, kHangIsToldWithin);
  expect_words(run.text(), words);
}

void expect_mismatch(const std::string &name, int ranks, const Words &words) {
  const Watched run = run_watched(ranks, {"wrong", name});
  ASSERT_TRUE(run.mismatch) << run.text();
  EXPECT_LT(run.seconds, kMismatchIsToldWithin);
  expect_words(run.text(), words);
}

void expect_failed(const std::string &name, int ranks, int rank, const Words &words) {
  const Watched run = run_watched(ranks, {"wrong", name});
  ASSERT_TRUE(run.crash) << run.text();
  EXPECT_EQ(run.crash->rank, rank);
  EXPECT_FALSE(run.crash->stack.empty());
  expect_words(run.text(), words);
}

TEST(CollectiveErrors, MissingCall) {
  expect_hung("missing_call", 3,
              {"Ranks 0 and 2 wait in MPI_Allreduce on comm", "@missing_call",
               "rank 1 is in MPI_Finalize"});
}
TEST(CollectiveErrors, StoppedBySignal) {
  const Watched run = run_watched(3, {"wrong", "stopped"});
  ASSERT_TRUE(run.hang) << run.text();
  expect_words(run.text(), {"Ranks 0 and 2 wait in MPI_Allreduce on comm", "@stopped",
                            "rank 1 was stopped by a signal (SIGSTOP)", "goes on only when"});
  using Kind = grader::RankState::Kind;
  std::vector<Kind> kinds;
  for (const grader::RankState &rank : run.hang->ranks)
    kinds.push_back(rank.kind);
  EXPECT_THAT(kinds, ::testing::ElementsAre(Kind::in_call, Kind::stopped, Kind::in_call));
}
TEST(CollectiveErrors, LoopCounts) {
  expect_hung("loop_counts", 3,
              {"Ranks 0 and 2 wait", "@loop_counts", "Rank 1 made 1 turn", "are in turn 2"});
}
TEST(CollectiveErrors, OnlyTheRoot) {
  expect_mismatch(
      "only_the_root", 3,
      {"Only rank 0 calls MPI_Bcast", "@only_the_root", "ranks 1 and 2 never do", "on comm"});
}
TEST(CollectiveErrors, Order) {
  expect_mismatch("order", 4,
                  {"Rank 2 calls MPI_Bcast", "@order_odd", "ranks 0, 1 and 3 call MPI_Allreduce",
                   "@order_most", "same order"});
}
TEST(CollectiveErrors, Root) {
  expect_mismatch("root", 3,
                  {"Rank 1 gives MPI_Gather", "@root", "root 1", "ranks 0 and 2 give root 0"});
}
TEST(CollectiveErrors, Count) {
  expect_mismatch("count", 4,
                  {"Rank 2 gives MPI_Bcast", "@count", "3 MPI_DOUBLE (24 bytes)",
                   "ranks 0, 1 and 3 give 5 MPI_DOUBLE"});
}
TEST(CollectiveErrors, Operation) {
  expect_mismatch("operation", 3,
                  {"Rank 0 gives MPI_Allreduce", "@operation", "operation max",
                   "ranks 1 and 2 give operation sum"});
}
TEST(CollectiveErrors, OneRankAgainstOneIsHeldAgainstTheLower) {
  for (const char *name : {"operation", "late_operation"})
    expect_mismatch(name, 2,
                    {"Rank 1 gives MPI_Allreduce", std::string("@") + name,
                     "operation sum, but rank 0 gives operation max"});
}
TEST(CollectiveErrors, OperationOfTheProgram) {
  expect_mismatch(
      "own_operation", 3,
      {"Rank 1 gives MPI_Allreduce", "@own_operation", "another operation that the program made"});
}
TEST(CollectiveErrors, Type) {
  expect_mismatch("type", 3,
                  {"Rank 1 gives MPI_Allreduce", "@type", "type MPI_INT", "type MPI_FLOAT"});
}
TEST(CollectiveErrors, DerivedType) {
  expect_mismatch("derived_type", 3,
                  {"Rank 1 gives MPI_Bcast", "@derived_type", "type MPI_DOUBLE"});
}
TEST(CollectiveErrors, Communicator) {
  expect_hung("communicator", 3,
              {"Ranks 0 and 2 wait in MPI_Allreduce on comm", "rank 1", "MPI_Allreduce on world",
               "@communicator"});
}
TEST(CollectiveErrors, CollectiveAgainstMessage) {
  expect_hung("collective_and_message", 3,
              {"MPI_Allreduce on comm", "@collective_and_message_0",
               "rank 1 waits in MPI_Recv from rank 0, tag 5", "@collective_and_message_1"});
}
TEST(CollectiveErrors, OppositeOrderOnTwoCommunicators) {
  expect_hung("two_communicators", 2,
              {"MPI_Allreduce on comm", "MPI_Allreduce on other", "@two_communicators",
               "two communicators"});
}
TEST(CollectiveErrors, CountsOfGatherv) {
  expect_mismatch("gatherv", 3,
                  {"MPI_Gatherv", "@gatherv", "rank 2 sends 12 bytes to rank 0, which expects 8"});
}
TEST(CollectiveErrors, CountsOfAlltoallv) {
  expect_mismatch(
      "alltoallv", 3,
      {"MPI_Alltoallv", "@alltoallv", "rank 0 sends 8 bytes to rank 1, which expects 4"});
}
TEST(CollectiveErrors, CountsOfAllgatherv) {
  expect_mismatch(
      "allgatherv", 3,
      {"Rank 1 gives MPI_Allgatherv", "@allgatherv", "other counts than ranks 0 and 2"});
}
TEST(CollectiveErrors, ReceiveCountOfAll) {
  expect_mismatch("receive_count_of_all", 3,
                  {"gives MPI_Allgather", "@receive_count_of_all",
                   "blocks of 4 bytes to send and of 12 bytes to receive", "neither is the total"});
}
TEST(CollectiveErrors, SendCountOfAll) {
  expect_mismatch("scatter_of_all", 3,
                  {"Rank 1 gives MPI_Scatter", "@scatter_of_all",
                   "blocks of 24 bytes to send and of 8 bytes to receive"});
}
TEST(CollectiveErrors, OverlappingBuffers) {
  expect_mismatch("overlapping_buffers", 2,
                  {"gives MPI_Allreduce", "@overlapping_buffers", "overlap", "MPI_IN_PLACE"});
}
TEST(CollectiveErrors, EarlyExit) {
  const Watched run =
      run_watched(3, {"wrong", "early_exit"}); // the launcher ends the others, with status 0
  expect_words(run.text(), {"ank 1", "ended", "anks 0 and 2 wait in MPI_Allreduce", "@early_exit"});
}
TEST(CollectiveErrors, Exception) {
  expect_hung("exception", 3,
              {"Ranks 0 and 2 wait in MPI_Allreduce", "@exception", "rank 1 threw 'bad input'"});
}

TEST(MessageErrors, ReceiveAgainstReceive) {
  expect_hung("receive_receive", 2,
              {"Ranks 0 and 1 wait for each other", "MPI_Recv from rank 1, tag 3",
               "@receive_receive", "nobody sends"});
}
TEST(MessageErrors, SendAgainstSend) {
  expect_hung("send_send", 3,
              {"Ranks 0, 1 and 2 wait for each other", "MPI_Send to rank 1", "@send_send",
               "Each sends first"});
}
TEST(MessageErrors, SendsThatNeedBuffering) {
  const Watched buffered = run_watched(3, {"wrong", "send_send_short"});
  EXPECT_TRUE(buffered.ended && buffered.status == 0) << buffered.text();
  expect_hung("send_send_short", 3,
              {"Ranks 0, 1 and 2 wait for each other", "MPI_Send to rank 1", "@send_send"},
              {.synchronous = true});
}
TEST(MessageErrors, WaitForASendBeforeTheReceive) {
  expect_hung("isend_wait", 2,
              {"wait for each other", "MPI_Wait for MPI_Isend to rank 1", "@isend_wait",
               "@isend_wait_start"},
              {.synchronous = true});
}
TEST(MessageErrors, Tag) {
  expect_hung(
      "tag", 2,
      {"Rank 1 waits in MPI_Recv from rank 0, tag 8", "@tag", "with tag 7 has come to rank 1"});
}
TEST(MessageErrors, Peer) {
  expect_hung("peer", 3,
              {"Rank 1 waits in MPI_Recv from rank 2", "@peer", "A message from rank 0"});
}
TEST(MessageErrors, PeerThatIsNone) {
  expect_failed("invalid_peer", 3, 2,
                {"Rank 2: MPI_Sendrecv", "@invalid_peer", "rank 3 is none", "MPI_PROC_NULL"});
}
TEST(MessageErrors, LargeTag) {
  expect_mismatch("large_tag", 2, {"gives MPI_", "the tag 40000", "messages.cpp"});
}
TEST(MessageErrors, Truncation) {
  expect_failed("truncation", 2, 1,
                {"Rank 1: MPI_Recv", "@truncation", "longer than the buffer of 2 MPI_INT (8 bytes)",
                 "truncated"});
}
TEST(MessageErrors, MissingWait) {
  expect_mismatch(
      "missing_wait", 2,
      {"Rank 0 ends with 1 request", "MPI_Isend to rank 1, tag 2", "@missing_wait", "MPI_Wait"});
}
TEST(MessageErrors, ReusedBuffer) {
  expect_mismatch("reused_buffer", 3,
                  {"Rank 0 changed the buffer of MPI_Isend to rank 1", "@reused_buffer",
                   "MPI_Waitall", "@reused_buffer_wait"});
}
TEST(MessageErrors, TwoReceivesIntoOneBuffer) {
  expect_mismatch("one_buffer_two_receives", 3,
                  {"Rank 0 gives MPI_Irecv", "@one_buffer_two_receives",
                   "@one_buffer_two_receives_first", "overlaps"});
}
TEST(MessageErrors, LoopOfTests) {
  expect_hung("polling", 2,
              {"Rank 1 looks again and again with MPI_Test for MPI_Irecv from rank 0", "@polling",
               "@polling_start", "ends without sending"});
}
TEST(MessageErrors, LoopOfProbes) {
  expect_hung("probing", 2,
              {"Rank 1 looks again and again with MPI_Iprobe from rank 0, tag 7", "@probing"});
}
TEST(MessageErrors, RaceOfWildcardsIsShownByChaos) {
  int failed = 0;
  std::string texts;
  for (int seed = 1; seed <= 12 && failed == 0; ++seed) {
    const Watched run = run_watched(4, {"wrong", "wildcards"}, {.chaos = seed});
    failed += !run.ended || run.status != 0;
    texts += run.text();
    if (run.crash)
      expect_words(run.text(), {"Rank 0", "MPI_Recv", "@wildcards"});
  }
  EXPECT_GT(failed, 0) << texts;
}

TEST(CommunicatorErrors, SplitAgainstDuplicate) {
  expect_mismatch("split_or_duplicate", 3,
                  {"Rank 1 calls MPI_Comm_dup", "@split_or_duplicate_odd",
                   "ranks 0 and 2 call MPI_Comm_split", "@split_or_duplicate_most"});
}
TEST(CommunicatorErrors, SplitOfAnotherColor) {
  expect_failed("split_color", 4, 0,
                {"Rank 0: MPI_Sendrecv", "@split_color_use", "only rank 0", "MPI_Comm_split at",
                 "@split_color", "gave color 0"});
}
TEST(CommunicatorErrors, UseOfNoCommunicator) {
  expect_failed("split_undefined", 3, 0,
                {"Rank 0: MPI_Barrier", "@split_undefined", "MPI_COMM_NULL", "MPI_UNDEFINED"});
}
TEST(CommunicatorErrors, GroupLists) {
  expect_mismatch("group_lists", 4,
                  {"Rank 2 gives MPI_Comm_create", "@group_lists", "the group of ranks 0, 2 and 3",
                   "the group of ranks 0, 1 and 2"});
}
TEST(CommunicatorErrors, Grids) {
  expect_mismatch("grid", 4, {"Rank 3 gives MPI_Cart_create", "@grid", "other dimensions"});
}
TEST(CommunicatorErrors, LeakIsNoted) {
  const Watched run = run_watched(3, {"wrong", "leaked_communicator"});
  EXPECT_TRUE(run.ended && run.status == 0) << run.text();
  ASSERT_EQ(run.notes.size(), 1u) << run.text();
  expect_words(run.notes[0], {"Rank 1 never freed", "MPI_Comm_split", "@leaked_communicator"});
}
TEST(CommunicatorErrors, LeakOnEveryRankIsNotedOnce) {
  const Watched run = run_watched(3, {"wrong", "leaked_communicators"});
  EXPECT_TRUE(run.ended && run.status == 0) << run.text();
  ASSERT_EQ(run.notes.size(), 1u) << run.text();
  expect_words(run.notes[0], {"No rank freed", "MPI_Comm_split", "@leaked_communicators"});
}
TEST(CommunicatorErrors, CallAfterFinalize) {
  expect_mismatch(
      "after_finalize", 2,
      {"calls MPI_Barrier", "@after_finalize", "@after_finalize_end", "after MPI_Finalize"});
}
TEST(CommunicatorErrors, SecondInit) {
  expect_mismatch("second_start", 2, {"Rank 1 calls MPI_Init", "@second_start", "a second time"});
}

} // namespace
} // namespace brigade::testing
