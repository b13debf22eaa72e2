// No alarm for programs that are right, however long they take or however they are held up. At full
// length: no_alarm/.
#include "mpi_errors/busy_loops.hpp"
#include "mpi_errors/watched_run.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>

namespace brigade::testing {
namespace {

void expect_passes(const Watched &run) { EXPECT_TRUE(run.ended && run.status == 0) << run.text(); }

const std::vector<std::string> kTwins = {"missing_call",
                                         "loop_counts",
                                         "only_the_root",
                                         "order",
                                         "root",
                                         "count",
                                         "operation",
                                         "own_operation",
                                         "type",
                                         "derived_type",
                                         "communicator",
                                         "collective_and_message",
                                         "two_communicators",
                                         "gatherv",
                                         "alltoallv",
                                         "allgatherv",
                                         "receive_count_of_all",
                                         "scatter_of_all",
                                         "overlapping_buffers",
                                         "early_exit",
                                         "exception",
                                         "receive_receive",
                                         "send_send",
                                         "send_send_short",
                                         "isend_wait",
                                         "tag",
                                         "invalid_peer",
                                         "large_tag",
                                         "truncation",
                                         "missing_wait",
                                         "polling",
                                         "probing",
                                         "wildcards",
                                         "split_or_duplicate",
                                         "split_undefined",
                                         "leaked_communicator",
                                         "second_start",
                                         "after_finalize"};

const std::vector<std::string> kLong = {"many_collectives", "many_communicators",
                                        "between_messages"};

std::vector<std::string> right(std::vector<std::string> names) {
  names.insert(names.begin(), "right");
  return names;
}

TEST(NoAlarm, ForCorrectTwins) {
  const Watched run = run_watched(2, right(kTwins));
  expect_passes(run);
  EXPECT_THAT(run.notes, ::testing::IsEmpty());
}
TEST(NoAlarm, ForCorrectTwinsOfMoreRanks) {
  std::vector<std::string> names = kTwins;
  for (const char *name :
       {"peer", "reused_buffer", "one_buffer_two_receives", "split_color", "group_lists", "grid"})
    names.emplace_back(name);
  const Watched run = run_watched(4, right(names));
  expect_passes(run);
  EXPECT_THAT(run.notes, ::testing::IsEmpty());
}
TEST(NoAlarm, ForCorrectTwinsWhenSendsAreSynchronous) {
  expect_passes(run_watched(3, right(kTwins), {.synchronous = true}));
}
TEST(NoAlarm, ForCorrectTwinsInChaos) {
  expect_passes(run_watched(3, right(kTwins), {.chaos = 5}));
}

TEST(NoAlarm, ForManyCallsAndCommunicators) { expect_passes(run_watched(3, right(kLong))); }
TEST(NoAlarm, ForARankThatComputes) {
  expect_passes(run_watched(2, right({"computing", "computing_between_looks"})));
}
TEST(NoAlarm, BesideBusyLoops) {
  const BusyLoops loops(4);
  expect_passes(run_watched(3, right({"computing", "many_collectives", "between_messages"})));
}
TEST(NoAlarm, ForARankThatSleepsALittle) {
  expect_passes(run_watched(2, right({"sleeping_a_little"})));
}

TEST(NoAlarm, AfterTheJobWasStoppedAndContinued) {
  int state = 0; // 0 runs, 1 stopped, 2 continued
  const auto stop_for_a_while = [&](double seconds, const std::vector<pid_t> &ranks) {
    const int now = seconds < 0.2 ? 0 : seconds < 3 ? 1 : 2;
    if (now == state)
      return;
    state = now;
    for (const pid_t rank : ranks)
      if (rank > 0)
        kill(rank, now == 1 ? SIGSTOP : SIGCONT);
  };
  expect_passes(
      run_watched(3, right({"computing", "between_messages"}), {.meanwhile = stop_for_a_while}));
  EXPECT_EQ(state, 2);
}

TEST(Sleeping, ForLongIsToldWithTheLine) {
  const Watched run = run_watched(3, {"wrong", "sleeping"});
  ASSERT_TRUE(run.hang) << run.text();
  for (const std::string &word :
       {std::string("rank 1 sleeps outside MPI"), place_of("sleeping"), place_of("sleeping_wait"),
        std::string("Ranks 0 and 2 wait in MPI_Barrier")})
    EXPECT_THAT(run.text(), ::testing::HasSubstr(word));
}

TEST(EndlessLoop, IsNoHangButItsLineIsKnown) {
  const Watched run = run_watched(2, {"wrong", "endless_loop"}, {.limit = 3});
  EXPECT_FALSE(run.ended || run.hang) << run.text();
  ASSERT_EQ(run.roll_call.size(), 2u);
  EXPECT_EQ(run.roll_call[1].kind, grader::RankState::Kind::computing);
  std::string lines;
  for (const grader::SourceLine &line : run.roll_call[1].lines)
    lines += line.file + ":" + std::to_string(line.line) + " ";
  EXPECT_THAT(lines, ::testing::HasSubstr(place_of("endless_loop")));
}

} // namespace
} // namespace brigade::testing
